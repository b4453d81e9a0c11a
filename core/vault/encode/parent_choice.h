// What a new checkpoint is coded against, so that no chain grows long.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vault/format/step_meta.h"

namespace stepvault {

/// Delta steps on top of a base or key step before the next key step is made.
constexpr std::uint32_t most_deltas = 32;
/// Key steps of the next higher level between two of a level. Levels 1 (on the base alone) to 3.
constexpr std::uint32_t keys_of_level = 8;
constexpr std::uint32_t highest_key_level = 3;

/// What choose_parent() chose. Not owned.
struct ParentChoice {
    const StepMeta* parent = nullptr;  ///< null: the new step is the base
    /// The newest step of the same series, or of all where it is the first of its own: what the new step's
    /// change counts from. The parent itself for a delta.
    const StepMeta* before = nullptr;
    std::uint32_t key_level = 0;  ///< 0: a delta, or the base
};

/// For a new checkpoint `source`, `steps` being what is stored in the order of filing. Pointers into `steps`.
ParentChoice choose_parent(const std::vector<StepMeta>& steps, const std::string& source);

/// The newest step that builds on nothing, or null.
const StepMeta* newest_base(const std::vector<StepMeta>& steps);

}  // namespace stepvault
