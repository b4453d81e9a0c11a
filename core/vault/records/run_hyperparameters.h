// params.json: a run's hyperparameters, which outlive the files that they come from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "metrics/hyperparameter.h"

namespace stepvault {

struct RunHyperparameters {
    struct Skipped {
        std::string source;  ///< path below the run's folder
        std::string reason;  ///< why it could not be read
        bool operator==(const Skipped&) const = default;
    };
    std::vector<Hyperparameter> values;  ///< sorted by key; each key once
    std::vector<Skipped> skipped;        ///< sources that could not be read when the file was written

    bool operator==(const RunHyperparameters&) const = default;

    /// Publishes the file atomically.
    [[nodiscard]] Status write(const std::filesystem::path& file) const;
    /// Empty if there is no such file. ErrorCode::unsupported for a newer version, corrupt, limit.
    static Result<RunHyperparameters> read(const std::filesystem::path& file);
};

}  // namespace stepvault
