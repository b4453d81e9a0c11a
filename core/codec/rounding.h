#pragma once

#include "base/bytes.h"
#include "container/dtype.h"

namespace stepvault {

/// True for the types that round_floats() makes.
constexpr bool is_rounded_type(DType dtype) {
    return dtype == DType::bf16 || dtype == DType::f16;
}

/// Rounds floats to `dtype`, to the nearest, ties to even. `floats` needs no alignment; `out` holds as many
/// elements.
void round_floats(ByteView floats, DType dtype, MutableByteView out);
/// Does the same with `count` floats from element `first` on.
Bytes rounded_floats(ByteView floats, std::uint64_t first, std::uint64_t count, DType dtype);

}  // namespace stepvault
