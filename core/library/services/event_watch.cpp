#include "library/services/event_watch.h"

#include <condition_variable>
#include <utility>

#include "base/wall_clock.h"

namespace stepvault {

RunSighting sighting_of(const RunInfo& run) {
    return {.id = run.row.id,
            .name = run.row.name,
            .state = run.state,
            .step = run.last_step,
            .loss = run.last_loss,
            .last_growth = run.activity.last_growth};
}

std::set<std::string> damaged_places(const std::vector<DamageReport>& damage) {
    std::set<std::string> places;
    for (const auto& each : damage)
        places.insert(each.run + "/" + (each.checkpoint_id.empty() ? each.what : each.checkpoint_id));
    return places;
}

void SpaceEvents::take(const WatchEvent& event) {
    using Kind = WatchEvent::Kind;
    const auto place = !event.run_id.empty()  ? event.run_id
                       : event.folder.empty() ? event.run
                                              : event.folder.native();
    if (event.kind == Kind::failed && event.code == ErrorCode::no_space) waiting_.insert(place);
    if (event.kind == Kind::filed || event.kind == Kind::recovered) waiting_.erase(place);
}

EventWatch::EventWatch(VaultHandle& vault, WatchObserver& next, WebhookNotifier notifier, Report report,
                       std::chrono::milliseconds interval)
    : vault_(vault),
      next_(next),
      notifier_(std::move(notifier)),
      report_(std::move(report)),
      thread_([this, interval](const std::stop_token& end) { run(end, interval); }) {}

EventWatch::~EventWatch() {
    abort_.request_stop();
}

void EventWatch::on_watch_event(const WatchEvent& event) {
    next_.on_watch_event(event);
    const std::scoped_lock lock(mutex_);
    if (!event.run_id.empty()) watched_.insert(event.run_id);
    space_.take(event);
}

void EventWatch::finish(const std::stop_token& stop) {
    // A send that is cut off may have arrived, and would be repeated.
    const std::stop_callback forward(stop, [this] { abort_.request_stop(); });
    thread_.request_stop();
    if (thread_.joinable()) thread_.join();
    look(stop);
}

void EventWatch::run(const std::stop_token& end, std::chrono::milliseconds interval) {
    std::mutex mutex;
    std::condition_variable_any never;
    while (!end.stop_requested()) {
        look(abort_.get_token());
        std::unique_lock lock(mutex);
        never.wait_for(lock, end, interval, [] { return false; });
    }
}

void EventWatch::look(const std::stop_token& stop) {
    Sighting sighting{.time = unix_seconds(), .disk = vault_.queries().disk()};
    std::set<std::string> watched;
    {
        const std::scoped_lock lock(mutex_);
        watched = watched_;
        sighting.is_full = space_.is_full();
    }
    // The runs as they were read last are better than none.
    (void)refresh();
    for (auto& run : runs_) {
        if (!watched.contains(run.row.id)) continue;
        run.state = vault_.queries().state(run);
        sighting.runs.push_back(sighting_of(run));
    }
    const auto outcome = notifier_.look(sighting, stop);
    if (!outcome.sent.empty() || outcome.problem) report_(outcome);
}

Status EventWatch::refresh() {
    STEPVAULT_ASSIGN(version, vault_.queries().version());
    if (version_ == version) return {};
    STEPVAULT_ASSIGN(runs, vault_.queries().runs());
    runs_ = std::move(runs);
    version_ = version;
    return {};
}

}  // namespace stepvault
