#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "run/checkpoint_scanner.h"
#include "run/stability_tracker.h"
#include "vault/format/step_meta.h"
#include "vault/records/run_record.h"
#include "vault/run/removal_store.h"

namespace stepvault {

/// Tells which checkpoints of a run were stored, whether or not they were removed since. Not thread-safe.
class FiledIndex {
 public:
    void clear() { filed_.clear(); }
    void add(const StepMeta& step) { filed_.insert({step.source, step.original_bytes, step.modified_ns}); }
    void add(const RemovedStep& step) { filed_.insert({step.source, step.original_bytes, step.modified_ns}); }

    /// `modified_ns`: time of the last modification, since the epoch.
    [[nodiscard]] bool contains(const std::string& source, std::uint64_t bytes,
                                std::int64_t modified_ns) const {
        return filed_.contains({source, bytes, modified_ns});
    }

    /// The id of a checkpoint, stored or removed, of which `candidate` is a remnant (is_remnant_of);
    /// contains() is true of the remnant from then on. `now`: fingerprint of the candidate; `run_folder`: in
    /// the vault; `record`, `steps`, `removals`: of the run.
    std::optional<std::string> find_complete_original(
        const CheckpointCandidate& candidate, const Fingerprint& now, const std::filesystem::path& run_folder,
        const RunRecord& record, const std::vector<StepMeta>& steps, const RemovalStore& removals);

 private:
    std::set<std::tuple<std::string, std::uint64_t, std::int64_t>> filed_;  ///< source, bytes, modified
};

}  // namespace stepvault
