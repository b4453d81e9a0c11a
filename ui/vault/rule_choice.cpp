#include "ui/vault/rule_choice.h"

#include <algorithm>

namespace stepvault::ui {

std::uint64_t RemovalPlan::removed() const {
    std::uint64_t sum = 0;
    for (const PrunePlan& plan : plans)
        sum += plan.removed;
    return sum;
}

std::uint64_t RemovalPlan::freed() const {
    std::uint64_t sum = 0;
    for (const PrunePlan& plan : plans)
        sum += plan.freed_at_least;
    return sum;
}

std::uint64_t RemovalPlan::held() const {
    std::uint64_t sum = 0;
    for (const PrunePlan& plan : plans)
        sum += plan.held_bytes;
    return sum;
}

std::uint64_t RemovalPlan::kept() const {
    std::uint64_t sum = 0;
    for (const PrunePlan& plan : plans)
        sum += plan.decisions.size() - plan.removed;
    return sum;
}

std::uint64_t FreeingPlan::freed() const {
    return count(OriginalFate::freed);
}

std::uint64_t FreeingPlan::bytes() const {
    std::uint64_t sum = 0;
    for (const FreePlan& plan : plans)
        sum += plan.freed_bytes;
    return sum;
}

std::uint64_t FreeingPlan::count(OriginalFate fate) const {
    std::uint64_t sum = 0;
    for (const FreePlan& plan : plans)
        sum += static_cast<std::uint64_t>(std::ranges::count(plan.decisions, fate, &OriginalDecision::fate));
    return sum;
}

}  // namespace stepvault::ui
