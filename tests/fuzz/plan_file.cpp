#include "plan/plan_file.h"

#include "fuzz/scratch_input.h"

using namespace stepvault;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto plan = PlanFile::parse(as_text(fuzz::as_bytes(data, size)));
    if (!plan) return 0;
    for (const std::int64_t step : {std::int64_t{0}, plan->from, plan->then_every, INT64_MAX})
        (void)plan->next_after(step, 100);
    (void)plan->differs_from(*plan, 0);
    const auto again = PlanFile::parse(plan->to_json());
    if (!again || again->steps != plan->steps) fuzz::require_nothing_wrong("a plan does not read as written");
    return 0;
}
