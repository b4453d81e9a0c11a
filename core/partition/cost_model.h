#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "partition/rank_load.h"

namespace stepvault {

/// The properties of a checkpoint that determine its coding time.
struct CheckpointSize {
    std::uint64_t bytes = 0;
    std::uint64_t tensors = 0;
    std::uint32_t groups = 1;  ///< tensors planned alike: weights, first moments, second moments
};

/// Approximate number of bytes that are read to plan the coding of a checkpoint
/// (vault/adaptive_planning.cpp).
double sampled_bytes(const CheckpointSize& whole);

/// The measured time to code a checkpoint, or several at the same time.
struct SerializationSample {
    std::uint64_t bytes = 0;    ///< of one checkpoint
    std::uint64_t tensors = 0;  ///< of one checkpoint
    double seconds = 0;
    std::uint32_t processes = 1;  ///< of one machine, with a core for each
    bool together = true;         ///< on one checkpoint, each its share; otherwise each on its own checkpoint
};

/// The time, in seconds, to code a checkpoint by processes that share the work. After DeepPart (Perello
/// Bacardit, UPC, 2023): the cost of a share depends on its bytes and its number of tensors, and is least
/// between a lower and an upper threshold of their mean size.
struct CostModel {
    /// Cost of the work as a whole, however many processes share it. Sampled bytes are those read to plan the
    /// coding.
    double start = 0;
    double once_per_tensor = 0;
    double once_per_byte = 0;
    double once_per_sampled_byte = 0;
    /// Cost of a share for one process that has its machine to itself.
    double per_tensor = 0;
    double per_byte = 0;
    double per_sampled_byte = 0;
    /// Relative slowdown of a share for each other busy process on the same machine.
    double crowding = 0;

    /// Mean bytes of a tensor below which tensors cost more than their bytes.
    double lower = 0;
    /// Mean bytes of a tensor from which a share takes over 15 % longer than the model predicts; infinite if
    /// no share does.
    double upper = std::numeric_limits<double>::infinity();
    double worst = 0;  ///< largest relative deviation of a sample between the thresholds

    /// The time of everything except the shares.
    [[nodiscard]] double once(const CheckpointSize& whole) const;
    /// The time of one of `busy` processes on a machine that has a core for each, for its `load` of a
    /// checkpoint that `processes` processes share.
    [[nodiscard]] double share(const CheckpointSize& whole, const RankLoad& load, std::uint32_t processes,
                               double busy) const;
    /// The predicted time for the conditions of a sample.
    [[nodiscard]] double seconds(const SerializationSample& sample) const;
};

/// Least squares of the relative deviations; no term is negative. nullopt for fewer than 4 samples of one
/// process, and for samples that are not positive. Only samples of several processes separate work done once
/// from shared work; without them everything except the start counts as shared.
std::optional<CostModel> fit_cost_model(std::span<const SerializationSample> samples);

}  // namespace stepvault
