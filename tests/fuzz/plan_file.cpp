#include "plan/plan_file.h"

#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_plan_file {

using namespace stepvault;

STEPVAULT_FUZZ_TARGET(plan_file, data, size) {
    const auto plan = PlanFile::parse(as_text(fuzz::as_bytes(data, size)));
    if (!plan) return;
    for (const std::int64_t step : {std::int64_t{0}, plan->from, plan->then_every, INT64_MAX})
        (void)plan->next_after(step, 100);
    (void)plan->differs_from(*plan, 0);
    const auto again = PlanFile::parse(plan->to_json());
    if (!again || again->steps != plan->steps) fuzz::require_nothing_wrong("a plan does not read as written");
}

}  // namespace fuzz_plan_file
