#include "plan/plan_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "plan/intervals.h"

namespace stepvault {

namespace {

constexpr int plan_file_version = 1;
constexpr std::uint64_t largest_plan = std::uint64_t{16} << 20;
constexpr std::size_t most_steps = 100'000;

}  // namespace

std::string PlanFile::to_json() const {
    const nlohmann::ordered_json json{{"stepvault_plan", plan_file_version},
                                      {"made", made},
                                      {"schedule", schedule},
                                      {"from", from},
                                      {"steps", steps},
                                      {"then_every", then_every},
                                      {"iteration_seconds", iteration_seconds},
                                      {"stall_seconds", stall_seconds},
                                      {"mean_time_to_failure_seconds", mean_time_to_failure_seconds}};
    return json.dump(1) + "\n";
}

Result<PlanFile> PlanFile::parse(std::string_view text) {
    const Error damaged{ErrorCode::corrupt, "this is not a checkpoint plan"};
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object() || !json.contains("stepvault_plan") || !json["stepvault_plan"].is_number_integer())
        return damaged;
    if (json["stepvault_plan"] > plan_file_version)
        return Error{ErrorCode::unsupported, "this plan was written by a newer Stepvault; update this one"};
    PlanFile plan;
    const auto number = [&](const char* key) {
        const auto at = json.find(key);
        return at != json.end() && at->is_number() ? at->get<double>() : 0;
    };
    plan.made = number("made");
    plan.iteration_seconds = number("iteration_seconds");
    plan.stall_seconds = number("stall_seconds");
    plan.mean_time_to_failure_seconds = number("mean_time_to_failure_seconds");
    if (const auto at = json.find("from"); at != json.end() && at->is_number_unsigned()) plan.from = *at;
    if (const auto at = json.find("schedule"); at != json.end() && at->is_string()) plan.schedule = *at;
    const auto is_step = [](const nlohmann::json& value) { return value.is_number_unsigned() && value > 0; };
    if (!json.contains("steps") || !json["steps"].is_array() || !json.contains("then_every") ||
        !json["then_every"].is_number_unsigned() || !std::ranges::all_of(json["steps"], is_step))
        return damaged;
    plan.then_every = json["then_every"];
    for (const auto& step : json["steps"])
        plan.steps.push_back(step);
    const bool ascending =
        std::ranges::adjacent_find(plan.steps, std::ranges::greater_equal()) == plan.steps.end();
    // A step beyond 2^63 reads as negative.
    if (!ascending || plan.then_every < 0 || (!plan.steps.empty() && plan.steps.front() <= 0)) return damaged;
    if (plan.steps.empty() && plan.then_every == 0) return damaged;
    return plan;
}

Result<PlanFile> PlanFile::read(const std::filesystem::path& file) {
    STEPVAULT_ASSIGN(bytes, read_file(file, largest_plan));
    auto plan = parse(as_text(bytes));
    if (!plan) return plan.error().within(file.native());
    return plan;
}

Status PlanFile::write(const std::filesystem::path& file) const {
    return write_file_atomically(file, as_view(to_json()));
}

std::vector<std::int64_t> PlanFile::next_after(std::int64_t step, std::size_t count) const {
    std::vector<std::int64_t> next;
    // A training that went back to before `from` saves at the later pace, and at `from` itself.
    while (then_every > 0 && step < from && next.size() < count) {
        step = from - (from - step - 1) / then_every * then_every;
        next.push_back(step);
    }
    for (auto listed = std::ranges::upper_bound(steps, step); listed != steps.end() && next.size() < count;
         ++listed)
        next.push_back(*listed);
    if (then_every == 0) return next;
    std::int64_t at = steps.empty() ? std::max<std::int64_t>(from, 0) : steps.back();
    if (step > at) at += (step - at) / then_every * then_every;
    while (next.size() < count && at <= std::numeric_limits<std::int64_t>::max() - then_every)
        next.push_back(at += then_every);
    return next;
}

bool PlanFile::differs_from(const PlanFile& other, std::int64_t step) const {
    const auto mine = std::ranges::upper_bound(steps, step);
    const auto theirs = std::ranges::upper_bound(other.steps, step);
    const auto left = std::max(steps.end() - mine, other.steps.end() - theirs);
    const double allowed = std::max(1.0, 0.1 * static_cast<double>(left));
    auto a = mine;
    auto b = theirs;
    while (a != steps.end() || b != other.steps.end()) {
        const bool both = a != steps.end() && b != other.steps.end();
        const bool take_a = both ? *a <= *b : a != steps.end();
        const bool take_b = both ? *b <= *a : b != other.steps.end();
        a += take_a ? 1 : 0;
        b += take_b ? 1 : 0;
        if (std::abs(static_cast<double>((a - mine) - (b - theirs))) > allowed) return true;
    }
    return false;
}

PlanFile plan_file(const Plan& plan, const Schedule& schedule, double made) {
    PlanFile file;
    file.made = made;
    file.schedule = schedule_name(schedule.kind);
    file.from = static_cast<std::int64_t>(plan.stages.begin);
    const auto& model = plan.stages.model;
    for (const auto& c : schedule.checkpoints) {
        if (file.steps.size() == most_steps) break;
        file.steps.push_back(static_cast<std::int64_t>(plan.stages.begin + c.boundary));
    }
    const double interval = optimal_interval(plan.stages.average_costs()) / model.iteration;
    constexpr double longest = 1e15;
    file.then_every = std::max(static_cast<std::int64_t>(model.least_gap()),
                               static_cast<std::int64_t>(std::clamp(std::round(interval), 1.0, longest)));
    file.iteration_seconds = model.iteration;
    file.stall_seconds = model.stall;
    file.mean_time_to_failure_seconds = plan.stages.average_costs().mean_to_failure;
    return file;
}

}  // namespace stepvault
