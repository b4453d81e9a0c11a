#include "library/watch/watch_loop.h"

#include <algorithm>

#include "base/paths.h"

namespace stepvault {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr Clock::duration shortest_wait = 1s;
constexpr Clock::duration longest_wait = 5min;
/// For file systems where inotify misses changes.
constexpr Clock::duration longest_wait_on_network = 1min;
/// With `once`: how long after the last stored checkpoint an incomplete checkpoint is skipped.
constexpr auto patience = 10s;
/// The same while a checkpoint is still settling.
constexpr auto longest_patience = 2min;
/// Minimum waits, as multiples of the time that the look or scan took.
constexpr int rest = 100;
constexpr int rest_after_hint = 10;
constexpr auto once_pause = 200ms;

/// A tenth of the time for which nothing has changed, and at least 100 times the duration of the look.
Clock::duration wait_after(Clock::duration silence, Clock::duration looking, bool on_network) {
    constexpr int share = 10;
    const auto longest = on_network ? longest_wait_on_network : longest_wait;
    return std::max(std::clamp(silence / share, shortest_wait, longest), looking * rest);
}

std::vector<RunPlace> earlier_places(const RunFolder& run) {
    std::vector<RunPlace> places;
    for (const auto& [folder, series] : run.known_as)
        places.push_back({folder, series});
    return places;
}

}  // namespace

WatchLoop::WatchLoop(const Vault& vault, RunLeases& leases, Catalog& catalog,
                     const MetricSourceFactory& open_database, WatchOptions options, WatchObserver& observer)
    : vault_(vault),
      leases_(leases),
      catalog_(catalog),
      open_database_(open_database),
      options_(std::move(options)),
      observer_(observer) {
    for (const auto& path : options_.roots) {
        Root root;
        root.asked = path;
        root.around.root = path;
        root.due = root.glance = root.active = Clock::now();
        roots_.push_back(std::move(root));
    }
}

/// Listens to the run's folder, the folders above it up to the root, and the folders in which its checkpoints
/// and metrics appear. Leaves out the checkpoints' own folders: inotify watches are limited, and settling
/// checkpoints are polled each second anyway.
void WatchLoop::listen_to(const RunFolder& folder, const std::filesystem::path& root) {
    std::set<std::filesystem::path> places;
    for (auto at = folder.folder; lies_in(at, root); at = at.parent_path()) {
        places.insert(at);
        if (at == at.parent_path()) break;
    }
    for (const auto& c : folder.checkpoints)
        places.insert(c.chosen ? c.path : c.path.parent_path());
    for (const auto& m : folder.metrics)
        places.insert(m.parent_path());
    for (const auto& place : places)
        hint_.add(place);
}

bool WatchLoop::is_held(const RunPlace& place, const Watched& run) {
    return run.root->is_failing || std::ranges::any_of(run.root->unreadable, [&](const auto& folder) {
               return lies_in(place.folder, folder.first);
           });
}

/// A run that cannot be made does not prevent the others from being made; a full disk prevents all of them.
void WatchLoop::make_watches(const NewRuns& runs, Root& root) {
    std::vector<RunPlace> places;
    std::map<RunPlace, std::vector<RunPlace>> known_as;
    for (const auto& [folder, of_it] : runs) {
        for (const auto* run : of_it) {
            places.push_back({folder, run->series});
            known_as[places.back()] = earlier_places(*run);
        }
    }
    auto found = vault_.runs_at(places, options_.scheme.value_or(SchemeChoice{}), known_as);
    if (!found) {
        for (const auto& [folder, of_it] : runs) {
            if (runs.size() > 1 && !is_final(found.error())) {
                make_watches({{folder, of_it}}, root);
                continue;
            }
            std::uint64_t checkpoints = 0;
            for (const auto* run : of_it)
                checkpoints += run->checkpoints.size();
            fail_new_run(folder, checkpoints, found.error());
        }
        const auto wait = std::max<Clock::duration>(options_.retry, root.scanning * rest_after_hint);
        root.due = std::min(root.due, Clock::now() + wait);
        return;
    }
    for (auto& [place, record] : found->runs) {
        recover({{place.folder, {}}, Subject::new_run});
        auto& run = runs_[place];
        run.on_network = is_network_file_system(place.folder);
        run.watch = std::make_unique<RunWatch>(std::move(record), open_database_, run.on_network,
                                               options_.once, options_.quiet, observer_);
        // A folder has only one plan.json, which cannot serve several runs.
        if (options_.plan && (place.series.empty() || place.series.ends_with('/')))
            run.plan = std::make_unique<PlanKeeper>(*options_.plan, catalog_, vault_.folder());
        run.due = Clock::now();
    }
    root.active = Clock::now();
    if (found->refused) root.refused = std::move(found->refused);
}

void WatchLoop::take_up(std::vector<RunFolder> folders, Root& root) {
    NewRuns unknown;
    for (const auto& f : folders) {
        if (!runs_.contains({f.folder, f.series})) unknown[f.folder].push_back(&f);
    }
    root.refused.reset();
    if (!unknown.empty()) make_watches(unknown, root);
    for (auto& f : folders) {
        const auto run = runs_.find({f.folder, f.series});
        if (run == runs_.end()) continue;
        listen_to(f, root.around.root);
        run->second.folder = std::move(f);
        run->second.root = &root;
        run->second.fresh = true;
    }
}

Status WatchLoop::look_at(Watched& run, const JobContext& job) {
    STEPVAULT_TRY(run.watch->keep(leases_, options_.scheme));
    const auto begin = Clock::now();
    if (!run.fresh) {
        // Only scans of the root find the runs below this run.
        auto folders = scan_runs(run.folder.scan_folder, run.folder.scan_depth, Below::unseen);
        if (!folders) {
            // The next scan of the root drops a run that no longer exists. A scan that starts now reports a
            // run that cannot be read.
            if (folders.error().code != ErrorCode::not_found) run.root->due = Clock::now();
            return {};
        }
        for (auto& f : *folders) {
            for (const auto& p : f.passed_over) {
                if (p.is_unreadable && !run.root->unreadable.contains(f.path_of(p)))
                    run.root->due = Clock::now();
            }
            if (f.folder == run.folder.folder && f.series == run.folder.series) {
                listen_to(f, f.folder);
                run.folder = std::move(f);
            } else if (f.is_run() && !runs_.contains({f.folder, f.series})) {
                run.root->due = Clock::now();  // another run has begun in it
            }
        }
    }
    run.fresh = false;
    STEPVAULT_ASSIGN(round, run.watch->look(run.folder, run.root->around, job));
    run.last = std::move(round);
    if (run.last.busy) return {};
    // The first look reads all existing metrics, so it takes longer than later looks.
    run.looking = run.active && !run.last.changed ? Clock::now() - begin : Clock::duration(0);
    if (run.last.failed && !first_failure_) first_failure_ = run.last.failed;
    const auto age = std::chrono::system_clock::now() - run.watch->newest();
    if (!run.active) run.active = Clock::now() - std::clamp<Clock::duration>(age, 0s, 24h);
    if (run.last.changed) run.active = Clock::now();
    if (run.last.trouble) return *run.last.trouble;
    return run.plan && run.watch->is_keeping() && is_newest_in_folder(run) ? plan(run) : Status();
}

/// If several runs save into one folder one after another, the plan is for the last of them.
bool WatchLoop::is_newest_in_folder(const Watched& run) const {
    return std::ranges::none_of(runs_, [&](const auto& other) {
        return other.second.folder.folder == run.folder.folder &&
               other.second.watch->newest() > run.watch->newest();
    });
}

Status WatchLoop::plan(Watched& run) {
    const auto& record = run.watch->record();
    STEPVAULT_ASSIGN(written, run.plan->look(record.id, run.folder.folder));
    if (!written) return {};
    WatchEvent event;
    event.kind = WatchEvent::Kind::planned;
    event.run_id = record.id;
    event.run = record.name;
    event.item = plan_file_name;
    event.plan = std::move(written);
    observer_.on_watch_event(event);
    return {};
}

void WatchLoop::visit(Root& root) {
    if (Clock::now() >= root.glance) glance(root);
    if (Clock::now() < root.due) return;
    root.due = Time::max();
    const auto status = scan(root);
    if (!status && !root.is_failing) {
        // Another watched path may still lead to the same runs.
        for (auto& other : roots_) {
            if (&other != &root && other.around.root == root.around.root) other.due = Clock::now();
        }
    }
    root.is_failing = !status;
    if (status) {
        recover({{root.asked, {}}, Subject::root});
        refuse_new_runs(root);
    } else {
        fail_root(root, status.error());
    }
    const auto end = Clock::now();
    root.due =
        std::min(root.due, end + (status ? wait_after(end - root.active, root.scanning, root.on_network)
                                         : Clock::duration(options_.retry)));
}

Result<bool> WatchLoop::look(const JobContext& job) {
    bool filed = false;
    for (auto& root : roots_) {
        STEPVAULT_TRY(job.check());
        visit(root);
    }
    for (auto& [place, run] : runs_) {
        STEPVAULT_TRY(job.check());
        if (Clock::now() < run.due || is_held(place, run)) continue;
        run.last = {};
        const auto begin = Clock::now();
        const auto status = look_at(run, job);
        if (status) {
            recover({place, Subject::run});
        } else if (status.error().code == ErrorCode::cancelled) {
            return status.error();
        } else {
            fail_run(place, run.watch->record(), status.error());
        }
        filed = filed || run.last.filed;
        const auto end = Clock::now();
        const auto silence = end - run.active.value_or(end);
        auto wait = run.last.waiting ? shortest_wait : wait_after(silence, run.looking, run.on_network);
        if (!status || run.last.retrying)
            wait = std::min(wait, std::max<Clock::duration>(options_.retry, (end - begin) * rest_after_hint));
        run.due = end + wait;
    }
    return filed;
}

/// Responds to changes in these folders: looks at the runs there now, and scans a root early if a new run may
/// have begun, outside the known runs or directly in a run's folder.
void WatchLoop::expect(const std::set<std::filesystem::path>& changed) {
    for (const auto& folder : changed) {
        bool known = false;
        bool is_run = false;
        for (auto& [place, run] : runs_) {
            if (!lies_in(folder, place.folder)) continue;
            run.due = Clock::now();
            known = true;
            is_run = is_run || folder == place.folder;
        }
        if (known && !is_run) continue;
        for (auto& root : roots_) {
            if (!lies_in(folder, root.around.root)) continue;
            // A log that keeps growing there must not cause constant scans.
            const auto next = root.scanned + root.scanning * (known ? rest : rest_after_hint);
            root.due = std::min(root.due, std::max(Clock::now(), next));
        }
    }
}

std::chrono::milliseconds WatchLoop::time_to_next() const {
    auto next = Clock::now() + longest_wait;
    for (const auto& root : roots_)
        next = std::min({next, root.due, root.glance});
    for (const auto& [place, run] : runs_) {
        if (!is_held(place, run)) next = std::min(next, run.due);
    }
    return std::chrono::ceil<std::chrono::milliseconds>(std::max(next - Clock::now(), Clock::duration(0)));
}

Status WatchLoop::run(const JobContext& job) {
    auto last_filed = Clock::now();
    while (true) {
        const auto filed = look(job);
        if (!filed) {
            if (filed.error().code == ErrorCode::cancelled && !options_.once) return {};
            return filed.error();
        }
        if (*filed) last_filed = Clock::now();
        if (options_.once) {
            const auto any = [&](bool RunWatch::Round::*flag) {
                return std::ranges::any_of(runs_, [&](const auto& r) { return r.second.last.*flag; });
            };
            const bool waiting = any(&RunWatch::Round::waiting);
            const bool given_up =
                Clock::now() - last_filed >
                (any(&RunWatch::Round::settling) ? Clock::duration(longest_patience) : patience);
            if (!waiting || given_up) {
                for (const auto& [place, run] : runs_)
                    run.watch->skip_what_is_left();
                return first_failure_ ? Status(*first_failure_) : Status();
            }
        }
        const auto wait =
            options_.once ? std::min<std::chrono::milliseconds>(once_pause, time_to_next()) : time_to_next();
        expect(hint_.wait(wait, job.stop));
        if (job.stop.stop_requested()) return options_.once ? job.check() : Status();
    }
}

}  // namespace stepvault
