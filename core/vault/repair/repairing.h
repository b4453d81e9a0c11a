// Repairs the damage that verify finds.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/repair/copy_source.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct RunRepair {
    struct Repaired {
        std::string checkpoint_id;  ///< empty for damage outside the checkpoints
        std::string how;            ///< where the sound data comes from, such as "from its parity"
    };
    struct Quarantined {
        std::string checkpoint_id;
        std::string why;
    };
    std::vector<Repaired> repaired;
    std::vector<Quarantined> quarantined;
};

/// A run's checkpoints according to a list other than the step files, such as the catalog.
struct KnownSteps {
    std::vector<std::string> lost{};          ///< ids of step files that are missing
    std::map<std::string, double> filed{};    ///< times of storing in seconds since the epoch, by id
    std::set<std::uint64_t> unsound_bases{};  ///< state digests of shared bases that cannot be read
};

/// Replaces damaged and missing step files by sound ones: from their parity, from copies, or from the
/// originals if storing them again gives the same state. A replacement restores to the same state as the old
/// file, as far as that state is known. A step that can be neither restored nor repaired goes into quarantine
/// with all steps that build on it; a later repair brings them back if it can. Steps that can be restored
/// keep their state. Missing steps that other steps build on need not be in `known`. ErrorCode::cancelled,
/// no_space; repairs made until then persist.
Result<RunRepair> repair_run(RunWriter& writer, std::span<const CopySource* const> copies,
                             const KnownSteps& known, ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
