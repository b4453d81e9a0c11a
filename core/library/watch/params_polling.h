#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "library/write/run_lease.h"
#include "metrics/hyperparameter_file.h"
#include "metrics/metric_source.h"
#include "run/checkpoint_scanner.h"

namespace stepvault {

/// Keeps the hyperparameters of one run in the vault, as its files change. Not thread-safe.
class ParamsPolling {
 public:
    /// Reads the files again if one has changed since the last look, and writes params.json if the values
    /// have. Nothing is written while the run's folder has no such file. A file that cannot be read is
    /// skipped with the reason, and the values that it gave before stay.
    /// `databases`: see MetricPolling::databases().
    Status look(RunLease& run, const RunFolder& folder, const std::vector<const MetricSource*>& databases);

 private:
    /// A version of a file, as far as it is read.
    struct Version {
        HyperparameterFile file;
        std::uint64_t inode = 0;
        std::uint64_t size = 0;        ///< bytes; of an event file, at most those that are read
        std::int64_t modified_ns = 0;  ///< since the epoch; 0 for an event file, which grows all the time
        bool operator==(const Version&) const = default;
    };
    using Databases = std::vector<const MetricSource*>;
    static Version version_of(const HyperparameterFile& file, const Databases& databases);
    static Result<std::vector<Hyperparameter>> read(const HyperparameterFile& file,
                                                    const Databases& databases);
    static Status store(RunLease& run, const std::vector<HyperparameterFile>& files,
                        const Databases& databases);

    std::optional<std::vector<Version>> read_;
};

}  // namespace stepvault
