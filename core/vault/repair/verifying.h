#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/originals/trash.h"

namespace stepvault {

/// One damage of a run.
struct Damage {
    std::string checkpoint_id;  ///< empty where it is in no checkpoint
    std::string what;           ///< one line
};

/// What a run's files were found to be.
struct RunVerdict {
    std::uint64_t checkpoints = 0;
    std::uint64_t bytes = 0;
    std::uint64_t quarantined = 0;  ///< files that repair_run() set aside; no damage of the run
    std::vector<Damage> damage;
};

/// Holds every byte of a run's step files, their parity and the metrics against its checksum, and every link
/// of the chains against the file it names. Takes no lock and changes nothing.
Result<RunVerdict> verify_run(const std::filesystem::path& run_folder, ThreadPool& pool,
                              const JobContext& job);

/// The same of what was removed. Whether it still fits its run is not looked at.
Result<RunVerdict> verify_trash_entry(const std::filesystem::path& vault, const TrashEntry& entry,
                                      const JobContext& job);

}  // namespace stepvault
