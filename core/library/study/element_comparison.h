#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "container/dtype.h"

namespace stepvault {

/// True for types whose elements have a value: all but opaque bytes and 8-bit floats, whose bits mean
/// different numbers in different variants.
bool has_values(DType dtype);
/// True for real and complex floats.
bool is_float(DType dtype);
/// True if compare_elements() takes elements of these two types.
bool are_comparable(DType a, DType b);

/// Sums over pairs of elements. A complex element counts as two reals in the sums and as one in the counts.
struct ElementSums {
    double squares_a = 0;            ///< sum of a^2; in this and the next four only where both are finite
    double squares_b = 0;            ///< sum of b^2
    double product = 0;              ///< sum of a * b
    double change = 0;               ///< sum of (b - a)^2
    double max_abs = 0;              ///< largest |b - a|
    std::uint64_t differing = 0;     ///< elements with other bits, or with another value if the types differ
    std::uint64_t not_finite_a = 0;  ///< NaN and infinities
    std::uint64_t not_finite_b = 0;

    void merge(const ElementSums& other);
};

/// Compares elements of types that are are_comparable(). Elements of different types are compared by value;
/// 64-bit integers beyond 2^53 are then rounded in the sums, but not in the counts. Both views hold the same
/// number of elements, at any alignment.
ElementSums compare_elements(DType a, ByteView a_bytes, DType b, ByteView b_bytes);

}  // namespace stepvault
