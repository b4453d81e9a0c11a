#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "library/plan_keeper.h"
#include "library/run_keeper.h"
#include "library/run_watch.h"
#include "run/change_hint.h"

namespace stepvault {

/// Watches folders for runs: polling is the truth, more seldom the longer nothing has changed; inotify the
/// hint. One thread.
class Watcher {
 public:
    Watcher(const Vault& vault, RunKeeper& keeper, Catalog& catalog, const MetricSourceFactory& open_database,
            WatchOptions options, WatchObserver& observer);

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
        MetricPolling::Surroundings around;
        bool on_network = false;
        Time due;
        Time active;  ///< when a run was last found
        Time scanned;
        std::chrono::steady_clock::duration scanning;  ///< how long that took
    };

    /// Whether something was filed.
    Result<bool> look(const JobContext& job);
    Status scan(Root& root);
    /// Of a folder that is no run; once of each.
    void tell_passed_over(const RunFolder& folder);
    Status take_up(std::vector<RunFolder> folders, Root& root);
    Status look_at(Watched& run, const JobContext& job);
    Status plan(Watched& run);
    [[nodiscard]] bool belongs_to(const std::filesystem::path& folder, const Root& root) const;
    void listen_to(const RunFolder& folder, const std::filesystem::path& root);
    void expect(const std::set<std::filesystem::path>& changed);
    [[nodiscard]] std::chrono::milliseconds time_to_next() const;
    void fail(const std::filesystem::path& place, bool is_root, const Error& error);

    const Vault& vault_;
    RunKeeper& keeper_;
    Catalog& catalog_;
    const MetricSourceFactory& open_database_;
    WatchOptions options_;
    WatchObserver& observer_;
    ChangeHint hint_;
    std::vector<Root> roots_;
    std::map<RunPlace, Watched> runs_;
    std::set<std::filesystem::path> passed_over_;  ///< that was told of already
    /// What was last said of a folder, as a root or as a run's.
    std::map<std::pair<std::filesystem::path, bool>, std::string> failures_;
    std::optional<Error> first_failure_;
};

}  // namespace stepvault
