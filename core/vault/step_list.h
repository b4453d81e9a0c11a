#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "vault/step_meta.h"

namespace stepvault {

struct StepList {
    std::vector<StepMeta> steps;                    ///< in the order of filing
    std::map<std::string, std::string> unreadable;  ///< names of files without .svstep, and why
};

/// What the step files of a folder say of themselves. Takes no lock.
Result<StepList> list_steps(const std::filesystem::path& steps_folder);

}  // namespace stepvault
