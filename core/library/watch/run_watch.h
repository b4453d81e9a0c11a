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
#include "library/watch/metric_polling.h"
#include "library/watch/watch_event.h"
#include "library/write/run_leases.h"
#include "run/completeness.h"
#include "run/stability_tracker.h"

namespace stepvault {

/// Watches one run: reads its metrics and files what is complete. A file's way: seen -> settling -> complete?
/// -> filed, or skipped with the reason. One thread; the work on chunks is spread by the thread pool.
class RunWatch {
 public:
    /// `once`: what is settled and yet cut off is skipped, since no later look will find it whole.
    /// `settled_after`: see WatchOptions::quiet.
    RunWatch(RunRecord record, const MetricSourceFactory& open_database, bool on_network, bool once,
             std::optional<std::chrono::nanoseconds> settled_after, WatchObserver& observer);

    /// What a look found still to do.
    struct Round {
        bool changed = false;  ///< something was filed, or metrics grew
        bool filed = false;
        bool waiting = false;   ///< something is settling or incomplete
        bool settling = false;  ///< time alone will tell
        bool busy = false;      ///< something that takes long works on the run; nothing was looked at
        bool retrying = false;  ///< something failed, now or before, and is to be tried again
        std::optional<Error> failed;
        std::optional<Error>
            trouble;  ///< with the catalog or the metrics; checkpoints are filed all the same
    };

    [[nodiscard]] const RunRecord& record() const { return record_; }
    /// Whether this process files the run; else it only looks on.
    [[nodiscard]] bool is_keeping() const { return lease_ != nullptr; }
    /// Takes the run's lock where another process has it no longer. `scheme`: for the run from now on.
    Status keep(RunLeases& leases, const std::optional<SchemeChoice>& scheme);
    /// `folder`: what a scan found.
    Result<Round> look(const RunFolder& folder, const MetricPolling::Surroundings& around,
                       const JobContext& job);
    /// Says of all that still waits that it was skipped.
    void skip_what_is_left();
    /// The newest modification time among what the last look saw; the epoch before that.
    [[nodiscard]] StabilityTracker::Time newest() const { return newest_; }

 private:
    struct Ready {
        OpenCheckpoint checkpoint;
        StabilityTracker::State state;
    };

    Status look_at_metrics(const RunFolder& folder, const MetricPolling::Surroundings& around, Round& round);
    Status look_at_checkpoints(const RunFolder& folder, const JobContext& job, Round& round);
    std::optional<Ready> look_at_checkpoint(CheckpointCandidate candidate, bool in_parts, Round& round);
    Result<OpenCheckpoint> open(const CheckpointCandidate& candidate);
    Status ingest(const Ready& ready, const JobContext& job, Round& round);
    void defer(const std::string& source, StabilityTracker::State state, bool opened, const Error& error,
               Round& round);
    void see(std::int64_t modified_ns);
    /// It was listed, and is not there any more.
    void miss(const CheckpointCandidate& candidate);
    void forget_what_has_gone(const RunFolder& folder);
    void drop_old_tip();
    /// The vault's disk is full: checkpoints wait until there is space.
    void wait_for_space(const std::string& source, std::uint64_t bytes, const Error& error);
    void try_for_space();
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
    struct Told {
        WatchEvent::Kind kind{};
        std::string text;
    };
    std::map<std::string, Told> told_;                       ///< source name -> what was last said of it
    std::map<std::string, StabilityTracker::Time> retry_;    ///< source name -> not before
    std::map<std::string, StabilityTracker::Time> skipped_;  ///< source name -> when it is looked at again
    /// Source name -> a file of it, of what was seen and neither filed nor skipped.
    std::map<std::string, std::filesystem::path> pending_;
    std::set<std::string> passed_over_;  ///< by the last scan
    struct Full {
        Error error;
        std::uint64_t free;            ///< bytes, when filing failed
        std::uint64_t wanted;          ///< more bytes, before it is worth another try
        StabilityTracker::Time retry;  ///< then it is tried in any case: quotas do not show in what is free
    };
    std::optional<Full> full_;
    std::set<std::string> unfiled_;            ///< source names that wait for space
    std::optional<std::size_t> told_unfiled_;  ///< how many; nothing while the disk is not full
    StabilityTracker::Time newest_{};
    bool tip_dropped_ = false;
    Match match_ = Match::unasked;  ///< that was told of
};

}  // namespace stepvault
