#include "notify/run_event.h"

#include <algorithm>

namespace stepvault {

std::string_view event_kind_name(EventKind kind) {
    switch (kind) {
        case EventKind::stalled:
            return "stalled";
        case EventKind::diverged:
            return "diverged";
        case EventKind::finished:
            return "finished";
        case EventKind::disk_low:
            return "disk_low";
        case EventKind::damage:
            return "damage";
    }
    return "damage";
}

std::optional<EventKind> event_kind_of(std::string_view name) {
    const auto* const kind = std::ranges::find(event_kinds, name, event_kind_name);
    return kind == event_kinds.end() ? std::nullopt : std::optional(*kind);
}

}  // namespace stepvault
