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

/// Watches folders for runs: polling is the truth, more seldom the longer nothing has changed; inotify the
/// hint. A folder or a run that fails stops no other: it is named once, looked at again, and named once more
/// when it works again. One thread.
class WatchLoop {
 public:
    WatchLoop(const Vault& vault, RunLeases& leases, Catalog& catalog,
              const MetricSourceFactory& open_database, WatchOptions options, WatchObserver& observer);

    /// Until stopped; with `once`, until nothing is left to wait for. With `once`, the first failure is
    /// returned.
    Status run(const JobContext& job);

 private:
    using Time = std::chrono::steady_clock::time_point;
    struct Root;
    struct Watched {
        RunFolder folder;  ///< as the last scan saw it
        Root* root = nullptr;
        std::unique_ptr<RunWatch> watch;
        std::unique_ptr<PlanKeeper> plan;  ///< null where none is asked for
        bool on_network = false;
        bool fresh = true;  ///< `folder` was scanned in this round
        RunWatch::Round last;
        std::chrono::steady_clock::duration looking{};  ///< how long the last look took
        Time due;
        std::optional<Time> active;  ///< when something last changed; before the first look unknown
    };
    struct Root {
        std::filesystem::path asked;         ///< as the caller calls it
        MetricPolling::Surroundings around;  ///< where that led to when it was last read
        bool on_network = false;
        Time due;
        Time glance;  ///< when to see whether it is still the same folder
        Time active;  ///< when a run was last found
        Time scanned;
        std::chrono::steady_clock::duration scanning;  ///< how long that took
        std::optional<FolderGlance> seen;              ///< by the last scan that went well
        bool is_failing = false;
        /// Folders in it that cannot be read, and what was said of each.
        std::map<std::filesystem::path, std::optional<WatchEvent>> unreadable;
        std::optional<Error> refused;  ///< why new runs in it cannot be taken up
        bool was_empty = false;        ///< it was told that there is no run
    };

    /// Whether something was filed.
    Result<bool> look(const JobContext& job);
    void visit(Root& root);
    void glance(Root& root) const;
    Status scan(Root& root);
    /// Of a folder that is no run; once of each.
    void tell_passed_over(const RunFolder& folder, Root& root);
    /// Once, until there is a run.
    void tell_emptiness(Root& root, bool is_empty);
    void note_unreadable(const std::vector<RunFolder>& folders, Root& root);
    void keep_hidden_runs(std::vector<RunFolder>& folders, const Root& root);
    void take_up(std::vector<RunFolder> folders, Root& root);
    using NewRuns = std::map<std::filesystem::path, std::vector<const RunFolder*>>;  ///< by their folders
    void make_watches(const NewRuns& runs, Root& root);
    /// Whether it lies where nothing can be read at present.
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
    std::set<std::filesystem::path> passed_over_;  ///< that was told of already
    struct Failure {
        std::string message;  ///< by mask_temporary_names()
        WatchEvent event;     ///< that told of it
    };
    std::map<Place, Failure> failures_;
    std::optional<Error> first_failure_;
};

}  // namespace stepvault
