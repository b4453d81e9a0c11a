#pragma once

#include <cstdint>
#include <vector>

namespace stepvault {

/// Strides, in elements, of a row-major tensor. Meaningless where the product of the sizes overflows.
inline std::vector<std::int64_t> row_major(const std::vector<std::uint64_t>& shape) {
    std::vector<std::int64_t> stride(shape.size());
    std::uint64_t step = 1;
    for (auto i = shape.size(); i-- > 0;) {
        stride[i] = static_cast<std::int64_t>(step);
        step *= shape[i];
    }
    return stride;
}

}  // namespace stepvault
