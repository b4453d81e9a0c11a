#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "partition/rank_load.h"

namespace stepvault {

/// What decides how long a checkpoint takes to be coded.
struct CheckpointSize {
    std::uint64_t bytes = 0;
    std::uint64_t tensors = 0;
    std::uint32_t groups = 1;  ///< of tensors that are planned alike: weights, first moments, second moments
};

/// About how much of a checkpoint's bytes is read to plan how to code it (vault/adaptive_planning.cpp).
double sampled_bytes(const CheckpointSize& whole);

/// How long it took to code a checkpoint, or several at the same time.
struct SerializationSample {
    std::uint64_t bytes = 0;    ///< of one checkpoint
    std::uint64_t tensors = 0;  ///< of one checkpoint
    double seconds = 0;
    std::uint32_t processes = 1;  ///< of one machine, a core for each
    bool together = true;         ///< on one checkpoint, each its share; else each on one of its own
};

/// How long a checkpoint takes to be coded by processes that share the work, all in seconds. After DeepPart
/// (Perello Bacardit, UPC, 2023): the cost of a share depends on its bytes and its number of tensors, and is
/// least between a lower and an upper threshold of their mean size.
struct CostModel {
    /// What the work as a whole takes, however many share it. Sampled bytes are those that tell how to code.
    double start = 0;
    double once_per_tensor = 0;
    double once_per_byte = 0;
    double once_per_sampled_byte = 0;
    /// What a share takes one process that has its machine to itself.
    double per_tensor = 0;
    double per_byte = 0;
    double per_sampled_byte = 0;
    /// By how much each other busy process on the same machine makes a share take longer, as a share of it.
    double crowding = 0;

    /// Mean bytes of a tensor below which tensors cost more than their bytes.
    double lower = 0;
    /// Mean bytes of a tensor from which a share takes over 15 % longer than the model says; none if none
    /// does.
    double upper = std::numeric_limits<double>::infinity();
    double worst = 0;  ///< largest relative deviation of a sample between the thresholds

    /// All but the shares.
    [[nodiscard]] double once(const CheckpointSize& whole) const;
    /// For one of `busy` processes on a machine that has a core for each, of a checkpoint that `processes`
    /// share: what it has of the bytes and tensors.
    [[nodiscard]] double share(const CheckpointSize& whole, const RankLoad& load, std::uint32_t processes,
                               double busy) const;
    /// Of what a sample measured.
    [[nodiscard]] double seconds(const SerializationSample& sample) const;
};

/// Least squares of the relative deviations; no term is negative. nullopt for fewer than 4 samples of one
/// process, and for such that are not positive. What is done once is told from what is shared by samples of
/// several processes; without them all counts as shared but the start.
std::optional<CostModel> fit_cost_model(std::span<const SerializationSample> samples);

}  // namespace stepvault
