// Checks that must pass before steps of a run are rewritten.
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "vault/records/step_list.h"

namespace stepvault {

/// ErrorCode::corrupt if one of the run's step files cannot be read: that step may build on any other step,
/// and may still be repaired. `run`: the run's name. A file that was deleted since `listed` was made is no
/// damage.
Status check_readable(const std::filesystem::path& run_folder, const std::string& run,
                      const StepList& listed);

/// ErrorCode::corrupt if the run has checkpoints in quarantine: they can never come back once a step that
/// they build on restores to another state.
Status check_none_set_aside(const std::filesystem::path& run_folder, const std::string& run);

/// Does both checks.
Status check_rewritable(const std::filesystem::path& run_folder, const std::string& run);

}  // namespace stepvault
