// What must be whole before the steps of a run are written again.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "vault/records/step_list.h"

namespace stepvault {

/// ErrorCode::corrupt where one of a run's step files cannot be read: it may build on any other, and be
/// repaired. `run`: its name. What is gone meanwhile is no damage.
Status check_readable(const std::filesystem::path& run_folder, const std::string& run,
                      const StepList& listed);

/// Likewise where checkpoints are in quarantine: what builds on a step that restores to something else than
/// before can never come back.
Status check_none_set_aside(const std::filesystem::path& run_folder, const std::string& run);

/// Both.
Status check_rewritable(const std::filesystem::path& run_folder, const std::string& run);

}  // namespace stepvault
