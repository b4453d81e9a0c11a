// Restoring entries of the trash.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/result.h"

namespace stepvault {

class RunLeases;
class Vault;

/// What came back out of the trash.
struct TrashRestore {
    std::uint64_t steps = 0;             ///< checkpoints of the vault
    std::uint64_t originals = 0;         ///< files of a run's own folder
    std::filesystem::path folder = {};   ///< where they are now
    std::vector<std::string> left = {};  ///< why others stay in the trash
    bool damaged = false;                ///< what is left does not hold what it should
};

/// See Maintenance::restore_trash().
Result<TrashRestore> restore_from_trash(const Vault& vault, RunLeases& leases, const std::string& entry,
                                        const std::optional<std::filesystem::path>& into,
                                        const JobContext& job);

}  // namespace stepvault
