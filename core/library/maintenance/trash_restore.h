// Restores the contents of the trash.
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

/// The result of restoring a trash entry.
struct TrashRestore {
    std::uint64_t steps = 0;             ///< checkpoints of the vault
    std::uint64_t originals = 0;         ///< files of a run's own folder
    std::filesystem::path folder = {};   ///< where the originals are now
    std::vector<std::string> left = {};  ///< reasons why other files stay in the trash
    bool damaged = false;  ///< the remaining files do not have the contents that they should have
};

/// See Maintenance::restore_trash().
Result<TrashRestore> restore_from_trash(const Vault& vault, RunLeases& leases, const std::string& entry,
                                        const std::optional<std::filesystem::path>& into,
                                        const JobContext& job);

}  // namespace stepvault
