// The error of a lossy scheme.
#pragma once

#include <cstddef>

#include "container/dtype.h"

namespace stepvault {

/// Over elements that are finite in the original and in the base.
struct LossFigures {
    double lost = 0;     ///< sum of (u - u~)^2
    double changed = 0;  ///< sum of (u - base)^2
    double missing = 0;  ///< sum of (u - base) (u - u~)
    double max_abs = 0;  ///< largest |u - u~|

    void merge(const LossFigures& other);
    [[nodiscard]] double relative_error() const;  ///< sqrt(lost / changed), 0 where nothing changed
    /// The part of the movement that is missing along its own direction: 1 minus the projection of the
    /// restored change on the true one. 0 where nothing changed; below 0 where what is restored went too far.
    [[nodiscard]] double lag() const;
};

/// Adds the figures of `restored` against `values`, element by element; in f32 every eighth element into a
/// sum of its own, so that wide vectors of the CPU can be used and the bits are the same on every CPU.
LossFigures loss_figures(DType dtype, const std::byte* values, const std::byte* base,
                         const std::byte* restored, std::size_t count);

}  // namespace stepvault
