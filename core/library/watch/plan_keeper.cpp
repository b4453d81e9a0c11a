#include "library/watch/plan_keeper.h"

#include <algorithm>

#include "base/wall_clock.h"
#include "library/summary/write_rate.h"

namespace stepvault {

namespace {

using namespace std::chrono_literals;

constexpr auto shortest_pause = 2s;
/// Planning takes at most one part of the time in this many.
constexpr int rest_after_planning = 50;

bool is_known(Origin origin) {
    return origin != Origin::assumed;
}

}  // namespace

Result<std::optional<PlanFile>> PlanKeeper::look(const std::string& run_id,
                                                 const std::filesystem::path& run_folder) {
    const auto begin = Clock::now();
    if (begin < due_) return std::optional<PlanFile>();
    const auto take_rest = [&] {
        const auto end = Clock::now();
        due_ = end + std::max<Clock::duration>(shortest_pause, (end - begin) * rest_after_planning);
    };
    STEPVAULT_ASSIGN(statistics, statistics_of_run(catalog_, run_id));
    const auto planned = options_.steps ? options_.steps : statistics.planned_steps;
    if (planned && statistics.last_step >= *planned) {
        take_rest();
        return std::optional<PlanFile>();
    }
    if (statistics.checkpoint_bytes.value_or(0) > 2 * measured_bytes_) {
        write_rate_ = write_rate_for(statistics, options_, vault_);
        measured_bytes_ = *statistics.checkpoint_bytes;
    }
    const auto report = report_plan(statistics, options_, write_rate_);
    take_rest();
    if (!report) return report.error();
    if (!is_known(report->iteration.origin) || !is_known(report->stall.origin))
        return std::optional<PlanFile>();

    auto plan = plan_file(report->plan, report->plan.schedules.front().schedule, unix_seconds());
    const auto file = run_folder / plan_file_name;
    const auto present = PlanFile::read(file);
    if (present && !present->differs_from(plan, static_cast<std::int64_t>(statistics.last_step)))
        return std::optional<PlanFile>();
    STEPVAULT_TRY(plan.write(file));
    return std::optional(std::move(plan));
}

}  // namespace stepvault
