#pragma once

#include <string>
#include <vector>

#include "library/retention/pruning.h"

namespace stepvault::ui {

/// What is to be kept, and of which runs.
struct RuleChoice {
    std::string run = {};  ///< id; empty: all
    RetentionRules rules = {};
};

/// What the rules make of the chosen runs.
struct RemovalPlan {
    struct Problem {
        std::string run;  ///< name
        std::string what;
    };
    std::vector<PrunePlan> plans = {};   ///< of runs that have checkpoints
    std::vector<Problem> problems = {};  ///< runs that cannot be planned for, and are left as they are

    [[nodiscard]] std::uint64_t removed() const;  ///< checkpoints
    [[nodiscard]] std::uint64_t freed() const;    ///< bytes, at least
    [[nodiscard]] std::uint64_t held() const;     ///< bytes of removed ones that others take up
    [[nodiscard]] std::uint64_t kept() const;     ///< checkpoints
};

}  // namespace stepvault::ui
