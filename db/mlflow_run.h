// Which of the runs in an MLflow database a folder belongs to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "db/foreign_database.h"

namespace stepvault {

/// The id of the newest run of which the first of these holds that holds for any:
/// 1. its artifacts lie in the folder, or the folder lies among them;
/// 2. its id is in the folder's path, as in Lightning's <save_dir>/<experiment>/<run>/checkpoints;
/// 3. one of its parameters names the folder (output_dir and the like);
/// 4. its script lies in the folder;
/// 5. it is the only one;
/// 6. the folder is `alone` where the database lies.
/// nullopt where there is none. Deleted runs do not count. Relative paths begin where the database lies.
Result<std::optional<std::string>> find_mlflow_run(ForeignDatabase& database,
                                                   const std::filesystem::path& folder, bool alone);

}  // namespace stepvault
