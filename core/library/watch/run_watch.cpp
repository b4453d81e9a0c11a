#include "library/watch/run_watch.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <system_error>

#include "base/atomic_file.h"
#include "library/write/run_operations.h"
#include "run/done_marks.h"
#include "run/file_groups.h"
#include "run/step_number.h"

namespace stepvault {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::nanoseconds quiet = 2s;
constexpr std::chrono::nanoseconds quiet_on_network = 30s;
/// For a folder whose framework leaves no mark of completion: its next file may take a while to appear.
constexpr auto quiet_without_mark = 30s;
constexpr auto tip_kept_for = 24h;

double seconds(StabilityTracker::Time t) {
    return std::chrono::duration<double>(t.time_since_epoch()).count();
}

}  // namespace

StabilityTracker::Time RunWatch::now() {
    return std::chrono::time_point_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now());
}

RunWatch::RunWatch(RunRecord record, const MetricSourceFactory& open_database, bool on_network, bool once,
                   std::optional<std::chrono::nanoseconds> settled_after, WatchObserver& observer)
    : record_(std::move(record)),
      once_(once),
      observer_(observer),
      stability_(settled_after.value_or(on_network ? quiet_on_network : quiet)),
      unmarked_(settled_after.value_or(quiet_without_mark)),
      metrics_(open_database) {
    emit(WatchEvent::Kind::run_found, {}, record_.folder);
}

WatchEvent RunWatch::event_of(WatchEvent::Kind kind, const std::string& item, const std::string& text) const {
    WatchEvent event;
    event.kind = kind;
    event.run_id = record_.id;
    event.run = record_.name;
    event.item = item;
    event.text = text;
    return event;
}

void RunWatch::emit(WatchEvent::Kind kind, const std::string& item, const std::string& text) {
    observer_.on_watch_event(event_of(kind, item, text));
}

/// Reports the same state of an item only once. The text after the first ';', such as the remaining time,
/// does not make a new state.
void RunWatch::say(WatchEvent::Kind kind, const std::string& item, const std::string& text) {
    auto& told = item.empty() ? told_run_ : candidates_[item].told;
    const auto gist = [](const std::string& said) {
        return mask_temporary_names(std::string_view(said).substr(0, said.find(';')));
    };
    const bool same = told.kind == kind && !told.text.empty() && gist(told.text) == gist(text);
    told = {kind, text};
    if (same) return;
    emit(kind, item, text);
}

Status RunWatch::keep(RunLeases& leases, const std::optional<SchemeChoice>& scheme) {
    if (lease_) return {};
    auto lease = leases.acquire(record_.id);
    if (lease) {
        // Nothing is stored by another scheme than the chosen one.
        if (scheme) STEPVAULT_TRY(set_scheme(**lease, *scheme));
        lease_ = *lease;
        told_run_ = {};
        for (auto& [source, state] : candidates_)
            state.told = {};
        return {};
    }
    if (lease.error().code != ErrorCode::locked) return lease.error();
    say(WatchEvent::Kind::viewing, {}, "another process files this run");
    return {};
}

Status RunWatch::look_at_metrics(const RunFolder& folder, const MetricPolling::Surroundings& around,
                                 Round& round) {
    for (const auto& path : folder.metrics) {
        if (const auto id = file_identity(path)) see(id->modified_ns);
    }
    STEPVAULT_ASSIGN(read, metrics_.look(*lease_, folder, around, seconds(now())));
    for (const auto& [file, points] : read.files) {
        round.changed = true;
        WatchEvent event = event_of(WatchEvent::Kind::metrics, file, std::to_string(points) + " new points");
        event.changes = std::exchange(read.changes, {});
        observer_.on_watch_event(event);
    }
    return {};
}

void RunWatch::see(std::int64_t modified_ns) {
    newest_ = std::max(newest_, StabilityTracker::Time(std::chrono::nanoseconds(modified_ns)));
}

void RunWatch::drop_old_tip() {
    if (tip_dropped_ || newest_ == StabilityTracker::Time{} || now() - newest_ <= tip_kept_for) return;
    lease_->access()->drop_tip();
    tip_dropped_ = true;
}

void RunWatch::tell_waiting() {
    std::optional<std::size_t> waiting;
    if (space_.error()) {
        waiting = static_cast<std::size_t>(std::ranges::count_if(
            candidates_, [](const auto& candidate) { return candidate.second.waits_for_space; }));
    }
    if (waiting == told_waiting_) return;
    told_waiting_ = waiting;
    auto event = event_of(waiting ? WatchEvent::Kind::failed : WatchEvent::Kind::recovered, {}, {});
    event.code = ErrorCode::no_space;
    event.waiting = waiting.value_or(0);
    if (space_.error()) event.text = space_.error()->message;
    observer_.on_watch_event(event);
}

/// The assignment of checkpoints to one of several runs is a guess, so users must be able to see it.
void RunWatch::tell_match(const RunFolder& folder) {
    if (folder.match == Match::unasked || folder.match == match_) return;
    match_ = folder.match;
    const auto& first = folder.checkpoints.front();
    const auto place = first.chosen ? first.path : first.path.parent_path();
    auto event = event_of(WatchEvent::Kind::matched, {}, place.native());
    event.match = match_;
    observer_.on_watch_event(event);
}

Result<RunWatch::Round> RunWatch::look(const RunFolder& folder, const MetricPolling::Surroundings& around,
                                       const JobContext& job) {
    Round round;
    if (!lease_) return round;
    const auto turn = lease_->turn().try_take();
    if (!turn) {
        round.busy = round.waiting = true;
        return round;
    }
    space_.look(lease_->folder(), now());
    for (auto& [source, state] : candidates_)
        state.waits_for_space = state.passed_over = false;
    STEPVAULT_TRY(set_place(*lease_, record_));
    // A user may have renamed it since.
    record_.name = lease_->access()->record().name;
    // A failure of the catalog or the metrics must not delay the checkpoints, which a rotation may delete.
    auto trouble = lease_->catch_up();
    const auto measured = look_at_metrics(folder, around, round);
    if (!measured && measured.error().code == ErrorCode::cancelled) return measured.error();
    if (trouble) trouble = measured;
    const auto settings = params_.look(*lease_, folder, metrics_.databases());
    if (trouble) trouble = settings;
    tell_match(folder);
    for (const auto& p : folder.passed_over) {
        candidates_[p.source].passed_over = true;
        say(WatchEvent::Kind::passed_over, p.source, p.reason);
    }
    STEPVAULT_TRY(look_at_checkpoints(folder, job, round));
    forget_what_has_gone(folder);
    drop_old_tip();
    if (!trouble && trouble.error().code == ErrorCode::no_space) {
        space_.begin(lease_->folder(), trouble.error(), 0, now());
        if (!round.failed) round.failed = trouble.error().within(record_.name);
    } else if (!trouble) {
        round.trouble = trouble.error();
    }
    // A look that was cut short has not counted all waiting checkpoints.
    if (!lease_->turn().is_claimed()) tell_waiting();
    round.retrying = round.retrying || space_.error();
    return round;
}

void RunWatch::skip_what_is_left() {
    for (const auto& [source, state] : candidates_) {
        if (!state.told.text.empty() && !state.is_explained())
            emit(WatchEvent::Kind::skipped, source, state.told.text);
    }
}

}  // namespace stepvault
