#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "vault/format/step_meta.h"

namespace stepvault {

/// The stored checkpoints of a run, by their step files.
struct StepList {
    std::vector<StepMeta> steps;                    ///< in the order of filing
    std::map<std::string, std::string> unreadable;  ///< names of files without .svstep, and why
};

/// The sizes of a folder's step files by name without .svstep, in no order. A file that goes meanwhile is
/// left out.
Result<std::vector<std::pair<std::string, std::uint64_t>>> list_step_sizes(
    const std::filesystem::path& steps_folder);

/// The step files of a folder, in the order of their names.
Result<std::vector<std::filesystem::path>> list_step_files(const std::filesystem::path& steps_folder);

/// Of the step files of `steps`, as far as they are there.
std::uint64_t bytes_of_steps(const std::filesystem::path& steps_folder, const std::vector<StepMeta>& steps);

/// What the step files of a folder say of themselves. Takes no lock.
Result<StepList> list_steps(const std::filesystem::path& steps_folder);

}  // namespace stepvault
