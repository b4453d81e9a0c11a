// The part of WatchLoop that finds the runs in the watched folders and tracks folders that cannot be read.
#include <algorithm>
#include <utility>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "library/watch/watch_loop.h"

namespace stepvault {

namespace {

using FolderClock = std::chrono::steady_clock;

bool lies_in_any(const std::filesystem::path& path, const auto& folders) {
    return std::ranges::any_of(folders, [&](const auto& folder) { return lies_in(path, folder); });
}

}  // namespace

void WatchLoop::fail(const Place& place, const Error& error, WatchEvent event) {
    if (!first_failure_) first_failure_ = error;
    auto& last = failures_[place];
    auto message = mask_temporary_names(error.message);
    if (last.message == message && last.event.waiting == event.waiting) return;
    last.message = std::move(message);
    event.kind = WatchEvent::Kind::failed;
    event.code = error.code;
    event.text = error.message;
    if ((error.code == ErrorCode::not_found || error.code == ErrorCode::changed) && !options_.once)
        event.text += "; watching resumes when it comes back";
    last.event = event;
    observer_.on_watch_event(event);
}

void WatchLoop::fail_root(const Root& root, const Error& error) {
    WatchEvent event;
    // The error message usually contains the path already.
    const bool is_named = error.message.find(root.asked.native()) != std::string::npos;
    event.run = is_named ? root.asked.filename().native() : root.asked.native();
    event.folder = root.asked;
    fail({{root.asked, {}}, Subject::root}, error, std::move(event));
}

void WatchLoop::refuse_new_runs(const Root& root) {
    const Place place{{root.asked, {}}, Subject::new_runs};
    if (!root.refused) return recover(place);
    WatchEvent event;
    event.run = root.asked.native();
    fail(place, *root.refused, std::move(event));
}

void WatchLoop::fail_run(const RunPlace& place, const RunRecord& record, const Error& error) {
    WatchEvent event;
    event.run_id = record.id;
    event.run = record.name;
    fail({place, Subject::run}, error, std::move(event));
}

void WatchLoop::fail_new_run(const std::filesystem::path& folder, std::uint64_t checkpoints,
                             const Error& error) {
    WatchEvent event;
    event.run = folder.native();
    if (error.code == ErrorCode::no_space) event.waiting = checkpoints;
    fail({{folder, {}}, Subject::new_run}, error, std::move(event));
}

void WatchLoop::recover(const Place& place) {
    auto failure = failures_.extract(place);
    if (failure.empty()) return;
    auto& event = failure.mapped().event;
    event.kind = WatchEvent::Kind::recovered;
    event.text.clear();
    event.waiting = 0;
    observer_.on_watch_event(event);
}

/// Scans a folder now if it was removed, replaced or mounted, or if it may be readable again.
void WatchLoop::glance(Root& root) const {
    const auto is_as_before = [&] {
        const auto found = glance_at(root.asked);
        return found && root.seen && *found == *root.seen;
    };
    const auto is_back = [](const auto& folder) {
        const auto found = glance_at(folder.first);
        return found || found.error().code == ErrorCode::not_found;
    };
    if (!is_as_before() || std::ranges::any_of(root.unreadable, is_back)) root.due = FolderClock::now();
    root.glance = FolderClock::now() + options_.retry;
}

/// If several roots contain a folder, the folder belongs to the innermost root.
bool WatchLoop::belongs_to(const std::filesystem::path& folder, const Root& root) const {
    return std::ranges::none_of(roots_, [&](const Root& other) {
        return other.around.root != root.around.root && lies_in(other.around.root, root.around.root) &&
               lies_in(folder, other.around.root);
    });
}

void WatchLoop::tell_passed_over(const RunFolder& folder, Root& root) {
    for (const auto& p : folder.passed_over) {
        const auto path = folder.path_of(p);
        if (!passed_over_.insert(path).second) continue;
        WatchEvent event;
        event.kind = WatchEvent::Kind::skipped;
        event.run = folder.folder.native();
        event.item = p.source;
        event.text = p.reason;
        if (p.is_unreadable) {
            event.folder = path;
            event.code = ErrorCode::permission;
            root.unreadable[path] = event;
        }
        observer_.on_watch_event(event);
    }
}

void WatchLoop::tell_emptiness(Root& root, bool is_empty) {
    if (is_empty && !root.was_empty) {
        WatchEvent event;
        event.kind = WatchEvent::Kind::nothing_found;
        event.run = root.around.root.native();
        observer_.on_watch_event(event);
    }
    root.was_empty = is_empty;
}

/// Remembers the unreadable folders, and reports those that can be read again.
void WatchLoop::note_unreadable(const std::vector<RunFolder>& folders, Root& root) {
    std::map<std::filesystem::path, std::optional<WatchEvent>> found;
    for (const auto& f : folders) {
        for (const auto& p : f.passed_over) {
            if (p.is_unreadable) found.try_emplace(f.path_of(p));
        }
    }
    for (auto& [path, event] : root.unreadable) {
        if (const auto still = found.find(path); still != found.end()) {
            still->second = std::move(event);
            continue;
        }
        passed_over_.erase(path);
        if (!event || !glance_at(path)) continue;
        event->kind = WatchEvent::Kind::recovered;
        event->text.clear();
        observer_.on_watch_event(*event);
    }
    root.unreadable = std::move(found);
}

/// While a known run cannot be seen, the folder above it may look like a single run that has the checkpoints
/// of the other runs in it. This removes such mixtures from `folders` and keeps the hidden runs.
void WatchLoop::keep_hidden_runs(std::vector<RunFolder>& folders, const Root& root) {
    std::set<std::filesystem::path> hiding;
    for (const auto& [path, event] : root.unreadable)
        hiding.insert(path);
    const auto is_hidden = [&](const RunPlace& place) {
        return lies_in_any(place.folder, hiding) || lies_in_any(place.metrics_folder(), hiding);
    };
    std::erase_if(folders, [&](const RunFolder& f) {
        if (runs_.contains({f.folder, f.series})) return false;
        const bool is_mixture = std::ranges::any_of(runs_, [&](const auto& run) {
            const auto& folder = run.first.folder;
            return run.second.root == &root && folder != f.folder && lies_in(folder, f.folder) &&
                   is_hidden(run.first);
        });
        if (is_mixture) hiding.insert(f.folder);
        return is_mixture;
    });
    std::set<RunPlace> places;
    for (const auto& f : folders)
        places.insert({f.folder, f.series});
    std::erase_if(runs_, [&](const auto& run) {
        return run.second.root == &root && !places.contains(run.first) && !is_hidden(run.first);
    });
}

Status WatchLoop::scan(Root& root) {
    STEPVAULT_ASSIGN(found, glance_at(root.asked));
    if (found.real != root.around.root || !root.seen) {
        root.around.root = found.real;
        root.on_network = is_network_file_system(found.real);
    }
    hint_.add(found.real);
    const auto begin = FolderClock::now();
    STEPVAULT_ASSIGN(folders, scan_runs(found.real));
    root.scanned = FolderClock::now();
    root.scanning = root.scanned - begin;
    for (const auto& f : folders) {
        for (const auto& p : f.passed_over) {
            if (p.is_unreadable && f.path_of(p) == found.real) return Error{ErrorCode::io, p.reason};
        }
    }
    const bool is_empty = std::ranges::none_of(folders, &RunFolder::is_run);
    std::erase_if(folders, [&](const auto& f) { return !belongs_to(f.folder, root); });
    const bool is_other_disk = root.seen && root.seen->device != found.device;
    if (is_other_disk && std::ranges::none_of(folders, &RunFolder::is_run) &&
        std::ranges::any_of(runs_, [&](const auto& run) { return run.second.root == &root; })) {
        return Error{ErrorCode::changed,
                     root.asked.native() + " is empty: the disk that held its runs is not mounted there"};
    }
    tell_emptiness(root, is_empty);
    const auto before = std::exchange(root.seen, found);
    const auto unreadable = root.unreadable.size();
    note_unreadable(folders, root);
    for (const auto& f : folders) {
        if (!f.is_run()) tell_passed_over(f, root);
    }
    std::erase_if(folders, [](const RunFolder& f) { return !f.is_run(); });
    root.around.folders.clear();
    for (const auto& f : folders)
        root.around.folders.push_back(f.folder);
    root.around.find_databases();
    keep_hidden_runs(folders, root);
    take_up(std::move(folders), root);
    if (root.is_failing || before != root.seen || unreadable != root.unreadable.size()) {
        for (auto& [place, run] : runs_) {
            if (run.root == &root) run.due = FolderClock::now();
        }
    }
    return {};
}

}  // namespace stepvault
