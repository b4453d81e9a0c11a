// Finds the run in an MLflow database that a folder belongs to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "db/foreign_database.h"

namespace stepvault {

/// The id of the newest run that meets the first of these conditions that any run meets:
/// 1. the run's artifacts lie in the folder, or the folder lies among them;
/// 2. the run's id is in the folder's path, as in Lightning's <save_dir>/<experiment>/<run>/checkpoints;
/// 3. one of the run's parameters names the folder (output_dir and the like);
/// 4. the run's script lies in the folder;
/// 5. the run is the only one;
/// 6. `alone`: no other run's folder lies in or below the folder of the database.
/// nullopt if there is none. Deleted runs do not count. Relative paths are relative to the database's folder.
Result<std::optional<std::string>> find_mlflow_run(ForeignDatabase& database,
                                                   const std::filesystem::path& folder, bool alone);

}  // namespace stepvault
