#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "container/layout.h"

namespace stepvault {

/// A tensor that fills its own payload without gaps.
struct DenseTensor {
    std::string name;
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< in the file
    std::uint64_t length = 0;  ///< bytes
    std::vector<std::uint64_t> shape;
    bool columns_first = false;  ///< Fortran order: the first index varies fastest
};

/// Adds the payload and its only view. Skips tensors without bytes; elements of an opaque type become one row
/// of bytes. The caller has checked that `length` fits the shape.
void add_dense_tensor(Layout& layout, DenseTensor&& tensor);

}  // namespace stepvault
