// Elements to byte planes and back: plane p holds byte p of every element, predicted from a base or not. Uses
// the widest vectors that the CPU has; the bytes are the same on every CPU. Thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "base/bytes.h"

namespace stepvault {

/// The source of a plane's bytes. Elements count as unsigned integers of their size, those of 16 bytes as
/// two of 8.
enum class Prediction : std::uint8_t {
    none,        ///< the value
    exclusive,   ///< value XOR base
    difference,  ///< zigzag(value - base), modulo 2^bits
};

constexpr std::uint32_t most_planes = 16;
using PlanePointers = std::array<const std::byte*, most_planes>;

/// `values` holds elements of `item_size` bytes (1, 2, 4, 8 or 16), `base` as many unless the prediction is
/// none. `planes` has room for as many bytes as `values`; the planes lie in it end to end.
void split_planes(Prediction prediction, ByteView values, ByteView base, std::uint32_t item_size,
                  std::byte* planes);

/// Undoes split_planes; planes[p] points to plane p. `out` overlaps neither the planes nor the base.
void merge_planes(Prediction prediction, const PlanePointers& planes, ByteView base, std::uint32_t item_size,
                  MutableByteView out);

}  // namespace stepvault
