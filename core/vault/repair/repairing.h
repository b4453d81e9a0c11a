// Repair of what verify finds damaged.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "vault/repair/copy_source.h"
#include "vault/run/run_writer.h"

namespace stepvault {

struct RunRepair {
    struct Repaired {
        std::string checkpoint_id;  ///< empty where it is in no checkpoint
        std::string how;            ///< "from its parity"
    };
    struct Quarantined {
        std::string checkpoint_id;
        std::string why;
    };
    std::vector<Repaired> repaired;
    std::vector<Quarantined> quarantined;
};

/// What a list beside the step files has of a run's checkpoints.
struct KnownSteps {
    std::vector<std::string> lost;        ///< ids of step files that are missing
    std::map<std::string, double> filed;  ///< when, in seconds since the epoch, by id
};

/// Puts sound step files in the place of damaged and missing ones: from their parity, from copies, from the
/// originals where filing them again gives the same state; what takes a place restores to what was there, as
/// far as anything tells what that was. What cannot be restored and not be repaired goes into quarantine with
/// all that builds on it, and comes back from there by a later repair. Nothing is changed that can be
/// restored. `known`: others that are missing are known by what builds on them.
/// ErrorCode::cancelled, no_space; what was done until then stays done.
Result<RunRepair> repair_run(RunWriter& writer, std::span<const CopySource* const> copies,
                             const KnownSteps& known, ThreadPool& pool, const JobContext& job);

/// Writes a run's record anew where it cannot be read: a copy of it, or `fallback`. The damaged file stays
/// beside it. Returns how; empty where the record is sound.
Result<std::string> repair_record(const std::filesystem::path& run_folder,
                                  std::span<const CopySource* const> copies, const RunRecord& fallback);

}  // namespace stepvault
