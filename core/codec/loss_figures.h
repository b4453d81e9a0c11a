// What a lossy scheme cost.
#pragma once

#include <cstddef>

#include "container/dtype.h"

namespace stepvault {

/// Over elements that are finite in the original and in the base.
struct LossFigures {
    double lost = 0;     ///< sum of (u - u~)^2
    double changed = 0;  ///< sum of (u - base)^2
    double max_abs = 0;  ///< largest |u - u~|

    void merge(const LossFigures& other);
    [[nodiscard]] double relative_error() const;  ///< sqrt(lost / changed), 0 where nothing changed
};

/// Adds the figures of `restored` against `values`, element by element; in f32 every eighth element into a
/// sum of its own, so that wide vectors of the CPU can be used and the bits are the same on every CPU.
LossFigures loss_figures(DType dtype, const std::byte* values, const std::byte* base,
                         const std::byte* restored, std::size_t count);

}  // namespace stepvault
