#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "library/catalog/backends.h"
#include "library/watch/candidate_state.h"
#include "library/watch/metric_polling.h"
#include "library/watch/params_polling.h"
#include "library/watch/space_wait.h"
#include "library/watch/watch_event.h"
#include "library/write/run_leases.h"
#include "run/completeness.h"
#include "run/stability_tracker.h"

namespace stepvault {

/// Watches one run: reads its metrics and stores its complete checkpoints. A checkpoint is seen, settles, is
/// checked for completeness, and is then stored, or skipped with the reason. Uses one thread; the thread pool
/// works on the chunks.
class RunWatch {
 public:
    /// `once`: skips a checkpoint that has settled but is cut off, since no later look will find it complete.
    /// `settled_after`: see WatchOptions::quiet.
    RunWatch(RunRecord record, const MetricSourceFactory& open_database, bool on_network, bool once,
             std::optional<std::chrono::nanoseconds> settled_after, WatchObserver& observer);

    /// The result of one look, and the remaining work.
    struct Round {
        bool changed = false;  ///< a checkpoint was stored, or metrics grew
        bool filed = false;
        bool waiting = false;   ///< a checkpoint is settling or incomplete
        bool settling = false;  ///< a checkpoint is settling: only time can show that it is complete
        bool busy = false;      ///< a long operation works on the run; this look did nothing
        bool retrying = false;  ///< something failed, now or earlier, and will be tried again
        std::optional<Error> failed;
        std::optional<Error> trouble;  ///< of the catalog or the metrics; does not stop the storing
    };

    [[nodiscard]] const RunRecord& record() const { return record_; }
    /// True if this process stores the run's checkpoints; otherwise it only observes the run.
    [[nodiscard]] bool is_keeping() const { return lease_ != nullptr; }
    /// Takes the run's lock once no other process holds it. `scheme`: for the run from now on.
    Status keep(RunLeases& leases, const std::optional<SchemeChoice>& scheme);
    /// `folder`: the run as a scan found it.
    Result<Round> look(const RunFolder& folder, const MetricPolling::Surroundings& around,
                       const JobContext& job);
    /// Reports every checkpoint that still waits as skipped.
    void skip_what_is_left();
    /// The newest modification time among all files seen so far; the epoch before the first look.
    [[nodiscard]] StabilityTracker::Time newest() const { return newest_; }

 private:
    struct Ready {
        OpenCheckpoint checkpoint;
        StabilityTracker::State stability;
    };

    Status look_at_metrics(const RunFolder& folder, const MetricPolling::Surroundings& around, Round& round);
    Status look_at_checkpoints(const RunFolder& folder, const JobContext& job, Round& round);
    static StabilityTracker::Time now();
    /// True if the candidate is stored, or is the remnant of a stored checkpoint.
    bool is_stored(const CheckpointCandidate& candidate, const Fingerprint& print, std::uint64_t bytes,
                   std::int64_t modified_ns);
    /// True if a restore wrote all files of the candidate, and nobody has changed them since.
    bool is_restored(const CheckpointCandidate& candidate, const Fingerprint& print);
    std::optional<Ready> look_at_checkpoint(CheckpointCandidate candidate, bool in_parts, Round& round);
    Result<OpenCheckpoint> open(const CheckpointCandidate& candidate);
    Status ingest(const Ready& ready, const JobContext& job, Round& round);
    void defer(const std::string& source, StabilityTracker::State stability, bool opened, const Error& error,
               Round& round);
    void see(std::int64_t modified_ns);
    /// Handles a checkpoint that was listed but no longer exists.
    void miss(const CheckpointCandidate& candidate);
    void forget_what_has_gone(const RunFolder& folder);
    void drop_old_tip();
    /// Makes a checkpoint wait for space, because the vault's disk is full.
    void wait_for_space(const std::string& source, std::uint64_t bytes, const Error& error);
    void tell_waiting();
    void tell_match(const RunFolder& folder);
    void say(WatchEvent::Kind kind, const std::string& item, const std::string& text);
    [[nodiscard]] WatchEvent event_of(WatchEvent::Kind kind, const std::string& item,
                                      const std::string& text) const;
    void emit(WatchEvent::Kind kind, const std::string& item, const std::string& text);

    RunRecord record_;
    bool once_;
    WatchObserver& observer_;
    std::shared_ptr<RunLease> lease_;  ///< null while another process holds the lock
    StabilityTracker stability_;
    StabilityTracker unmarked_;  ///< for folders that do not tell when they are whole
    MetricPolling metrics_;
    ParamsPolling params_;
    std::map<std::string, CandidateState> candidates_;  ///< by source
    CandidateState::Told told_run_;                     ///< the last message about the run itself
    SpaceWait space_;
    std::optional<std::size_t> told_waiting_;  ///< number of those that wait for space; nullopt: none do
    StabilityTracker::Time newest_{};
    bool tip_dropped_ = false;
    Match match_ = Match::unasked;  ///< last reported
};

}  // namespace stepvault
