// The cost of saves, by the times of a run's checkpoints and losses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "library/catalog/catalog.h"
#include "plan/loss_history.h"

namespace stepvault {

/// Whether the checkpoints' files were written as fast as files are copied, by their median distance in time.
/// Then their times are those of the copy. False for fewer than three checkpoints. `checkpoints` ascend in
/// steps.
bool are_copied(std::span<const CheckpointRow> checkpoints);

/// How long saves stop a training.
struct SaveStall {
    double seconds = 0;       ///< median
    std::uint64_t saves = 0;  ///< that the median is over
};

/// From the times of losses: two losses between which a checkpoint was written lie farther apart than others.
/// `losses` in the order of writing, with times since the epoch. nullopt for fewer than three such saves, and
/// if the difference is no larger than the usual one between other losses.
std::optional<SaveStall> stall_by_losses(std::span<const CheckpointRow> checkpoints,
                                         std::span<const LossPoint> losses);

}  // namespace stepvault
