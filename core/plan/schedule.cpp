#include "plan/schedule.h"

namespace stepvault {

std::string_view schedule_name(ScheduleKind kind) {
    switch (kind) {
        case ScheduleKind::even:
            return "even";
        case ScheduleKind::young:
            return "young";
        case ScheduleKind::daly:
            return "daly";
        case ScheduleKind::optimal:
            return "optimal";
        case ScheduleKind::checkfreq:
            return "checkfreq";
        case ScheduleKind::coci:
            return "coci";
        case ScheduleKind::coci_online:
            return "coci-online";
        case ScheduleKind::sqrt_density:
            return "sqrt-density";
        case ScheduleKind::exact:
            return "exact";
        case ScheduleKind::online:
            return "online";
    }
    return "even";
}

std::string_view placement_reason_name(PlacementReason reason) {
    switch (reason) {
        case PlacementReason::even:
            return "even";
        case PlacementReason::failure_rate:
            return "failure_rate";
        case PlacementReason::persist_time:
            return "persist_time";
        case PlacementReason::overhead_limit:
            return "overhead_limit";
        case PlacementReason::profile:
            return "profile";
        case PlacementReason::loss_drop:
            return "loss_drop";
        case PlacementReason::density:
            return "density";
        case PlacementReason::least_cost:
            return "least_cost";
    }
    return "even";
}

std::vector<std::uint64_t> Schedule::boundaries() const {
    std::vector<std::uint64_t> all;
    all.reserve(checkpoints.size());
    for (const auto& c : checkpoints)
        all.push_back(c.boundary);
    return all;
}

}  // namespace stepvault
