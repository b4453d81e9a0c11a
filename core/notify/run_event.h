#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "notify/disk_space.h"

namespace stepvault {

/// An event that somebody far from the screen wants to hear of.
enum class EventKind {
    stalled,   ///< a run has stopped to grow, and more was to come
    diverged,  ///< a run's loss has diverged
    finished,  ///< a run has reached its end
    disk_low,  ///< little space is left on the vault's disk
    damage,    ///< a check found damaged files in the vault
};

inline constexpr std::array event_kinds{EventKind::stalled, EventKind::diverged, EventKind::finished,
                                        EventKind::disk_low, EventKind::damage};

/// "stalled", ..., "disk_low", "damage".
std::string_view event_kind_name(EventKind kind);
std::optional<EventKind> event_kind_of(std::string_view name);

/// An event, and the figures at the time when it was noticed.
struct RunEvent {
    EventKind kind = EventKind::stalled;
    double time = 0;          ///< seconds since the epoch
    std::string run_id = {};  ///< empty for an event of the whole vault, like `run`
    std::string run = {};     ///< name
    std::optional<std::int64_t> step = {};
    std::optional<double> loss = {};
    std::optional<DiskSpace> disk = {};  ///< for disk_low; nullopt if only a quota is exhausted
    std::uint64_t damaged = 0;           ///< for damage: damaged places
};

}  // namespace stepvault
