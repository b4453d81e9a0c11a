#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace stepvault {

struct SerializationSample {
    std::uint64_t bytes = 0;
    std::uint64_t tensors = 0;
    double seconds = 0;
};

/// How long one process takes to code and store its share of a checkpoint: t0 + beta tensors + alpha bytes.
/// After DeepPart (Perello Bacardit, UPC, 2023): the cost depends on the mean size of tensors, and is least
/// between a lower and an upper threshold of it.
struct CostModel {
    double start = 0;       ///< seconds
    double per_tensor = 0;  ///< seconds
    double per_byte = 0;    ///< seconds
    /// Mean bytes of a tensor below which tensors cost more than their bytes.
    double lower = 0;
    /// Mean bytes of a tensor from which a share takes over 15 % longer than the model says; none if none
    /// does.
    double upper = std::numeric_limits<double>::infinity();
    double worst = 0;  ///< largest relative deviation of a sample between the thresholds

    [[nodiscard]] double seconds(std::uint64_t bytes, std::uint64_t tensors) const {
        return start + per_tensor * static_cast<double>(tensors) + per_byte * static_cast<double>(bytes);
    }
};

/// Least squares of the relative deviations; no term is negative. nullopt for fewer than 4 samples, and for
/// such that are not positive.
std::optional<CostModel> fit_cost_model(std::span<const SerializationSample> samples);

}  // namespace stepvault
