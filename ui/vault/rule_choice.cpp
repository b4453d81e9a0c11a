#include "ui/vault/rule_choice.h"

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

}  // namespace stepvault::ui
