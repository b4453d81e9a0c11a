// Checkpoints that were removed from a run; their originals, if still there, are not stored again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

struct RemovedStep {
    std::string id;
    std::string source;
    std::uint64_t original_bytes = 0;
    std::int64_t modified_ns = 0;  ///< modification time of the original, since the epoch
    std::uint64_t sequence = 0;    ///< StepMeta::sequence; later checkpoints have greater numbers

    bool operator==(const RemovedStep&) const = default;
};

/// Empty if there is no such file. ErrorCode::unsupported for a newer version, corrupt.
Result<std::vector<RemovedStep>> read_removed_steps(const std::filesystem::path& file);
/// Publishes the list atomically.
Status write_removed_steps(const std::filesystem::path& file, const std::vector<RemovedStep>& removed);

}  // namespace stepvault
