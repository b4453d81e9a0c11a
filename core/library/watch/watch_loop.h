#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "library/watch/plan_keeper.h"
#include "library/watch/run_watch.h"
#include "library/write/run_leases.h"
#include "run/folder_glance.h"
#include "run/inotify_watcher.h"

namespace stepvault {

/// Watches folders for runs. Relies on polling, which slows down the longer nothing changes; inotify only
/// makes a look start earlier. A folder or a run that fails does not stop the others: its failure is reported
/// once, it is tried again, and its recovery is reported. One thread.
class WatchLoop {
 public:
    WatchLoop(const Vault& vault, RunLeases& leases, Catalog& catalog,
              const MetricSourceFactory& open_database, WatchOptions options, WatchObserver& observer);

    /// Runs until stopped or, with `once`, until there is nothing left to wait for. With `once`, returns the
    /// first failure.
    Status run(const JobContext& job);

 private:
    using Time = std::chrono::steady_clock::time_point;
    struct Root;
    struct Watched {
        RunFolder folder;  ///< as the last scan saw it
        Root* root = nullptr;
        std::unique_ptr<RunWatch> watch;
        std::unique_ptr<PlanKeeper> plan;  ///< null if the run gets no plan
        bool on_network = false;
        bool fresh = true;  ///< `folder` was scanned in this round
        RunWatch::Round last;
        std::chrono::steady_clock::duration looking{};  ///< how long the last look took
        Time due;
        std::optional<Time> active;  ///< time of the last change; unknown before the first look
    };
    struct Root {
        std::filesystem::path asked;         ///< the path that the caller gave
        MetricPolling::Surroundings around;  ///< where `asked` led when it was last read
        bool on_network = false;
        Time due;
        Time glance;  ///< when to check whether it is still the same folder
        Time active;  ///< when a run was last found
        Time scanned;
        std::chrono::steady_clock::duration scanning;  ///< how long the last scan took
        std::optional<FolderGlance> seen;              ///< by the last successful scan
        bool is_failing = false;
        /// Folders in it that cannot be read, each with the event that reported it, if any.
        std::map<std::filesystem::path, std::optional<WatchEvent>> unreadable;
        std::optional<Error> refused;  ///< why new runs in it cannot be added
        bool was_empty = false;        ///< it was reported to contain no run
    };

    /// True if a checkpoint was stored.
    Result<bool> look(const JobContext& job);
    void visit(Root& root);
    void glance(Root& root) const;
    Status scan(Root& root);
    /// Reports the entries that were passed over in a folder that is not a run, each entry once.
    void tell_passed_over(const RunFolder& folder, Root& root);
    /// Reports once that there is no run, until there is one.
    void tell_emptiness(Root& root, bool is_empty);
    void note_unreadable(const std::vector<RunFolder>& folders, Root& root);
    void keep_hidden_runs(std::vector<RunFolder>& folders, const Root& root);
    void take_up(std::vector<RunFolder> folders, Root& root);
    using NewRuns = std::map<std::filesystem::path, std::vector<const RunFolder*>>;  ///< by their folders
    void make_watches(const NewRuns& runs, Root& root);
    /// True if the run lies where nothing can be read at present.
    [[nodiscard]] static bool is_held(const RunPlace& place, const Watched& run);
    Status look_at(Watched& run, const JobContext& job);
    Status plan(Watched& run);
    [[nodiscard]] bool is_newest_in_folder(const Watched& run) const;
    [[nodiscard]] bool belongs_to(const std::filesystem::path& folder, const Root& root) const;
    void listen_to(const RunFolder& folder, const std::filesystem::path& root);
    void expect(const std::set<std::filesystem::path>& changed);
    [[nodiscard]] std::chrono::milliseconds time_to_next() const;
    void fail_root(const Root& root, const Error& error);
    void refuse_new_runs(const Root& root);
    void fail_run(const RunPlace& place, const RunRecord& record, const Error& error);
    void fail_new_run(const std::filesystem::path& folder, std::uint64_t checkpoints, const Error& error);
    enum class Subject { root, new_runs, new_run, run };
    using Place = std::pair<RunPlace, Subject>;  ///< a watched folder has no series
    void fail(const Place& place, const Error& error, WatchEvent event);
    void recover(const Place& place);

    const Vault& vault_;
    RunLeases& leases_;
    Catalog& catalog_;
    const MetricSourceFactory& open_database_;
    WatchOptions options_;
    WatchObserver& observer_;
    InotifyWatcher hint_;
    std::vector<Root> roots_;
    std::map<RunPlace, Watched> runs_;
    std::set<std::filesystem::path> passed_over_;  ///< already reported
    struct Failure {
        std::string message;  ///< after mask_temporary_names()
        WatchEvent event;     ///< that reported the failure
    };
    std::map<Place, Failure> failures_;
    std::optional<Error> first_failure_;
};

}  // namespace stepvault
