#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "vault/format/step_file.h"
#include "vault/format/step_meta.h"

namespace stepvault {

/// The stored checkpoints of a run, read from its step files.
struct StepList {
    std::vector<StepMeta> steps;                    ///< in the order of storing
    std::map<std::string, std::string> unreadable;  ///< file names without .svstep, and the reason
};

/// Names without .svstep and sizes of the step files in a folder, in no order. Omits a file that is deleted
/// meanwhile.
Result<std::vector<std::pair<std::string, std::uint64_t>>> list_step_sizes(
    const std::filesystem::path& steps_folder);

/// The step files of a folder, sorted by name.
Result<std::vector<std::filesystem::path>> list_step_files(const std::filesystem::path& steps_folder);

/// Opens the step file with the lowest step, which is the base of nearly all runs. ErrorCode::not_found for
/// none.
Result<StepFile> open_first_step(const std::filesystem::path& steps_folder);

/// Total size of the step files of `steps`; a missing file counts as 0.
std::uint64_t bytes_of_steps(const std::filesystem::path& steps_folder, const std::vector<StepMeta>& steps);

/// Reads the descriptions of a folder's step files. Takes no lock.
Result<StepList> list_steps(const std::filesystem::path& steps_folder);

}  // namespace stepvault
