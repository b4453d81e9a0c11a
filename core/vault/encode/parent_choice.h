// Chooses the step that a new checkpoint is coded against, so that no chain grows long.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vault/format/step_meta.h"

namespace stepvault {

/// Delta steps on top of a base or key step before the next key step is made.
constexpr std::uint32_t most_deltas = 32;
/// One in this many key steps of a level goes to the level below. Levels are 1 (on the base alone) to 3.
constexpr std::uint32_t keys_of_level = 8;
constexpr std::uint32_t highest_key_level = 3;

/// The result of choose_parent(). Does not own the steps.
struct ParentChoice {
    const StepMeta* parent = nullptr;  ///< null: the new step is the base
    /// The newest step of the same series, or of all steps if the new step is the first of its series: the
    /// reference of the new step's change. The parent itself for a delta.
    const StepMeta* before = nullptr;
    std::uint32_t key_level = 0;  ///< 0: a delta, or the base
};

/// Chooses the parent of a new checkpoint `source`. `steps`: the stored checkpoints in the order of storing;
/// the result points into `steps`.
ParentChoice choose_parent(const std::vector<StepMeta>& steps, const std::string& source);

/// The newest step that has no parent, or null.
const StepMeta* newest_base(const std::vector<StepMeta>& steps);

}  // namespace stepvault
