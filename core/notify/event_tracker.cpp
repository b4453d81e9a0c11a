#include "notify/event_tracker.h"

#include <algorithm>
#include <utility>

namespace stepvault {

namespace {

std::optional<EventKind> event_of(RunState state) {
    switch (state) {
        case RunState::stalled:
            return EventKind::stalled;
        case RunState::diverged:
            return EventKind::diverged;
        case RunState::finished:
            return EventKind::finished;
        case RunState::live:
        case RunState::ended:
        case RunState::idle:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

std::optional<RunEvent> EventTracker::see(const RunSighting& sighting, double now) {
    const auto [it, is_new] = runs_.try_emplace(sighting.id);
    Run& run = it->second;
    const bool was_just_live = !is_new && run.state == RunState::live;
    run.state = sighting.state;
    if (sighting.state == RunState::live) {
        if (!was_just_live) run.live_since = now;
        if (!run.was_live || now - run.live_since >= calm) run.told.clear();
        run.was_live = true;
        return std::nullopt;
    }
    const auto kind = event_of(sighting.state);
    if (is_new) {
        run.was_live = sighting.last_growth && now - *sighting.last_growth < calm;
        // A run that stalled before it was first seen has been live not long ago.
        if (sighting.state == RunState::stalled) {
            run.was_live = true;
            run.told.insert(*kind);
        }
    }
    if (!kind || !run.was_live || !run.told.insert(*kind).second) return std::nullopt;
    return RunEvent{.kind = *kind,
                    .time = now,
                    .run_id = sighting.id,
                    .run = sighting.name,
                    .step = sighting.step,
                    .loss = sighting.loss};
}

std::optional<RunEvent> EventTracker::see_disk(const std::optional<DiskSpace>& disk, bool is_full,
                                               double now) {
    const bool lacked_space = lacks_space(now);
    if (disk) {
        // It is over only well above the limit, or each file that comes and goes would be an event.
        constexpr std::uint64_t margin = 5;
        const auto shorter = DiskSpace{.free = disk->free - disk->free / margin, .total = disk->total};
        disk_low_ = is_tight(disk_low_ ? shorter : *disk);
    }
    // Not to the second, because a watcher writes each change to the vault.
    constexpr double unit = 60;
    if (is_full && now - last_full_ >= unit) last_full_ = now;
    if (lacked_space || !lacks_space(now)) return std::nullopt;
    // The free space says nothing about a quota.
    return RunEvent{.kind = EventKind::disk_low, .time = now, .disk = disk_low_ ? disk : std::nullopt};
}

std::optional<RunEvent> EventTracker::see_damage(std::set<std::string> places, double now) {
    const bool is_known = std::ranges::includes(damaged_, places);
    damaged_ = std::move(places);
    if (is_known) return std::nullopt;
    return RunEvent{.kind = EventKind::damage, .time = now, .damaged = damaged_.size()};
}

EventTracker EventTracker::resume(std::map<std::string, Run> runs, bool disk_low, double last_full,
                                  std::set<std::string> damaged) {
    EventTracker tracker;
    tracker.runs_ = std::move(runs);
    tracker.disk_low_ = disk_low;
    tracker.last_full_ = last_full;
    tracker.damaged_ = std::move(damaged);
    return tracker;
}

}  // namespace stepvault
