#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "library/run_keeper.h"
#include "run/change_hint.h"
#include "run/settling.h"

namespace stepvault {

/// Watches folders and files what is complete: polling is the truth, inotify the hint. One thread; the work
/// on chunks is spread by the thread pool. A file's way: seen -> settling -> complete? -> filed, or skipped
/// with the reason.
class Watcher {
 public:
    Watcher(const Vault& vault, RunKeeper& keeper, WatchOptions options, WatchObserver& observer);

    /// Until stopped; with `once`, until nothing is left to wait for. With `once`, the first failure is
    /// returned.
    Status run(const JobContext& job);

 private:
    struct Watched {
        RunRecord record;
        std::shared_ptr<KeptRun> kept;  ///< null while another process holds the lock
        Settling settling;
        Settling unmarked;  ///< for folders that do not tell when they are whole
        std::map<std::filesystem::path, std::unique_ptr<MetricSource>> sources;
        std::map<std::string, std::string> told;      ///< source name -> what was last said of it
        std::map<std::string, Settling::Time> retry;  ///< source name -> not before
        std::set<std::string> skipped;
        bool tip_dropped = false;
    };
    /// What a round found still to do.
    struct Round {
        bool changed = false;   ///< something was filed, or metrics grew
        bool waiting = false;   ///< something is settling or incomplete
        bool settling = false;  ///< time alone will tell
    };

    Result<Round> look(const JobContext& job);
    Result<Watched*> watched(const RunFolder& folder);
    Status look_at_metrics(Watched& run, const RunFolder& folder, Round& round);
    Status look_at_run(const RunFolder& folder, const JobContext& job, Round& round);
    Status look_at_checkpoint(Watched& run, CheckpointCandidate candidate, const JobContext& job,
                              Round& round);
    Status file(Watched& run, const OpenCheckpoint& checkpoint, const JobContext& job, Round& round);
    void fail(const std::filesystem::path& place, const Error& error);
    Status skip_what_is_left();
    void say(Watched& run, WatchEvent::Kind kind, const std::string& item, const std::string& text);
    void emit(const Watched& run, WatchEvent::Kind kind, const std::string& item, const std::string& text);

    const Vault& vault_;
    RunKeeper& keeper_;
    WatchOptions options_;
    WatchObserver& observer_;
    ChangeHint hint_;
    std::map<std::filesystem::path, std::unique_ptr<Watched>> runs_;  ///< by the run's folder
    std::map<std::filesystem::path, std::string> failures_;           ///< what was last said of a folder
    std::optional<Error> first_failure_;
};

}  // namespace stepvault
