#pragma once

#include <string>
#include <vector>

#include "library/retention/freeing.h"
#include "library/retention/pruning.h"

namespace stepvault::ui {

/// Rules, and the runs that they judge.
struct RuleChoice {
    std::string run = {};  ///< id; empty: all
    RetentionRules rules = {};
};

/// A run that cannot be planned for, and is left as it is.
struct PlanProblem {
    std::string run;  ///< name
    std::string what;
};

/// The plans that the rules make for the chosen runs.
struct RemovalPlan {
    std::vector<PrunePlan> plans = {};  ///< of runs that have checkpoints
    std::vector<PlanProblem> problems = {};

    [[nodiscard]] std::uint64_t removed() const;  ///< checkpoints
    [[nodiscard]] std::uint64_t freed() const;    ///< bytes, at least
    [[nodiscard]] std::uint64_t held() const;     ///< bytes of removed ones that others take up
    [[nodiscard]] std::uint64_t kept() const;     ///< checkpoints
};

/// The originals of the chosen runs that can go, since the vault holds them.
struct FreeingPlan {
    std::vector<FreePlan> plans = {};  ///< of runs that have checkpoints
    std::vector<PlanProblem> problems = {};

    [[nodiscard]] std::uint64_t freed() const;  ///< checkpoints
    [[nodiscard]] std::uint64_t bytes() const;  ///< of their originals
    /// Checkpoints whose originals stay for this reason.
    [[nodiscard]] std::uint64_t count(OriginalFate fate) const;
};

}  // namespace stepvault::ui
