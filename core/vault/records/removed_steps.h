// What was taken out of a run, so that it is not filed again while its original is still there.
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
    std::int64_t modified_ns = 0;  ///< of the original, since the epoch
    std::uint64_t sequence = 0;    ///< as it was filed; later ones have greater numbers

    bool operator==(const RemovedStep&) const = default;
};

/// None where there is no such file. ErrorCode::unsupported for a newer version, corrupt.
Result<std::vector<RemovedStep>> read_removed_steps(const std::filesystem::path& file);
/// Published atomically.
Status write_removed_steps(const std::filesystem::path& file, const std::vector<RemovedStep>& removed);

}  // namespace stepvault
