#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/originals/trash.h"

namespace stepvault {

/// One problem found in a run.
struct Damage {
    std::string checkpoint_id;  ///< empty for damage outside the checkpoints
    std::string what;           ///< description in one line
};

/// The result of verifying a run or a trash entry.
struct RunVerdict {
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;
    std::uint64_t quarantined = 0;  ///< files that repair_run() set aside; they do not count as damage
    std::vector<Damage> damage;
};

/// Compares every byte of a run's step files, their parity and the metrics with its checksum, and checks that
/// every step's parent is the version that the step was coded against. Takes no lock and changes nothing.
Result<RunVerdict> verify_run(const std::filesystem::path& run_folder, ThreadPool& pool,
                              const JobContext& job);

/// Verifies removed checkpoints in the same way. Does not check whether they still fit their run.
Result<RunVerdict> verify_trash_entry(const std::filesystem::path& vault, const TrashEntry& entry,
                                      const JobContext& job);

}  // namespace stepvault
