#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

struct StepName {
    std::string id;
    std::int64_t step = 0;
    std::string source;
    double filed = 0;  ///< anything that grows with the time of filing
};

/// Which checkpoint `step` means: of the run's main series (the sources that differ in their digits alone, where
/// there are most of them), else of any; of several the one filed last. ErrorCode::not_found, naming the steps there are.
Result<std::string> choose_checkpoint(const std::vector<StepName>& names, std::int64_t step);

/// The names of all step files in a folder that can be read.
Result<std::vector<StepName>> list_step_names(const std::filesystem::path& steps_folder);

}  // namespace stepvault
