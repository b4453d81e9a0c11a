#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// The facts about a stored checkpoint that choosing one needs.
struct StepName {
    std::string id;
    std::int64_t step = 0;
    std::string source;
    double filed = 0;  ///< any number that grows with the time of storing
};

/// The id of the checkpoint that `step` means: one of the run's main series (the largest set of sources that
/// differ only in their digits) if there is one, else any; among several, the one stored last.
/// ErrorCode::not_found, naming the nearest steps.
Result<std::string> choose_checkpoint(const std::vector<StepName>& names, std::int64_t step);

/// ErrorCode::not_found. `run`: the run's name.
Error unknown_checkpoint(const std::string& id, const std::string& run);

/// ErrorCode::not_found: the checkpoint keeps only its weights, and the caller wants more.
Error only_weights_kept(const std::string& id);

/// The common part of the sources in one series: the name without its digits.
std::string series_of(const std::string& source);

/// The checkpoints of a run to choose from.
struct StepNames {
    std::vector<StepName> names;
    std::map<std::int64_t, std::string> unreadable;  ///< steps of unreadable files, and the reason
};
/// Reads the step files of a folder.
Result<StepNames> list_step_names(const std::filesystem::path& steps_folder);

}  // namespace stepvault
