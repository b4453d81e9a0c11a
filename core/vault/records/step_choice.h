#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// What of a stored checkpoint a choice needs to know.
struct StepName {
    std::string id;
    std::int64_t step = 0;
    std::string source;
    double filed = 0;  ///< anything that grows with the time of filing
};

/// Which checkpoint `step` means: of the run's main series (the sources that differ in their digits alone,
/// where there are most of them), else of any; of several the one filed last. ErrorCode::not_found, naming
/// the steps there are.
Result<std::string> choose_checkpoint(const std::vector<StepName>& names, std::int64_t step);

/// ErrorCode::not_found. `run`: its name.
Error unknown_checkpoint(const std::string& id, const std::string& run);

/// ErrorCode::not_found: of what the checkpoint lost, nothing else than its weights can be had.
Error only_weights_kept(const std::string& id);

/// What the sources of one series have in common: the name without its digits.
std::string series_of(const std::string& source);

/// The checkpoints of a run to choose from.
struct StepNames {
    std::vector<StepName> names;
    std::map<std::int64_t, std::string> unreadable;  ///< steps of files that cannot be read, and why
};
/// What the step files of a folder say of themselves.
Result<StepNames> list_step_names(const std::filesystem::path& steps_folder);

}  // namespace stepvault
