#pragma once

#include <memory>
#include <string>
#include <utility>

#include "library/services/vault_handle.h"
#include "ui/vault/rule_choice.h"

namespace stepvault::ui {

/// Calls `planRun(id)` for each chosen run that has checkpoints. A run that cannot be planned for is a
/// problem of the plan; nullptr once the job is cancelled.
template <class Plan, class PlanRun>
std::shared_ptr<const Plan> planEach(VaultHandle& library, const RuleChoice& choice, const JobContext& job,
                                     const PlanRun& planRun) {
    auto plan = std::make_shared<Plan>();
    const auto runs = library.queries().runs();
    if (!runs.ok()) {
        plan->problems.push_back({library.folder().filename().string(), runs.error().message});
        return plan;
    }
    for (const RunInfo& run : *runs) {
        if (run.checkpoints == 0 || (!choice.run.empty() && run.row.id != choice.run)) continue;
        if (!job.check().ok()) return nullptr;
        auto planned = planRun(run.row.id);
        if (planned.ok()) {
            plan->plans.push_back(std::move(*planned));
        } else if (planned.error().code == ErrorCode::cancelled) {
            return nullptr;
        } else {
            plan->problems.push_back({run.row.name, planned.error().message});
        }
    }
    return plan;
}

}  // namespace stepvault::ui
