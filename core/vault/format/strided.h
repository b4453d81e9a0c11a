// Tensors that are not stored row after row.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// Number of elements from a tensor's first element to its last, gaps included; nullopt if a stride is
/// negative or a number overflows. 0 for a tensor without elements.
inline std::optional<std::uint64_t> strided_extent(const std::vector<std::uint64_t>& shape,
                                                   const std::vector<std::int64_t>& stride) {
    if (shape.size() != stride.size()) return {};
    if (std::ranges::find(shape, 0U) != shape.end()) return 0;
    std::uint64_t extent = 1;
    for (std::size_t d = 0; d < shape.size(); ++d) {
        std::uint64_t reach = 0;
        if (stride[d] < 0 ||
            __builtin_mul_overflow(shape[d] - 1, static_cast<std::uint64_t>(stride[d]), &reach) ||
            __builtin_add_overflow(extent, reach, &extent))
            return {};
    }
    return extent;
}

/// True if the elements lie in the order of their indices, without gaps. The stride of a dimension of one
/// element does not matter.
inline bool is_row_major(const std::vector<std::uint64_t>& shape, const std::vector<std::int64_t>& stride) {
    std::uint64_t step = 1;
    for (auto d = shape.size(); d-- > 0;) {
        if (shape[d] != 1 && static_cast<std::uint64_t>(stride[d]) != step) return false;
        step *= shape[d];
    }
    return true;
}

/// Reads the elements in the order of their indices. The shape must not be empty of elements, and strides
/// must not be negative; the arguments must outlive the reader.
class StridedReader {
 public:
    /// `source`: the element at index 0.
    StridedReader(const std::vector<std::uint64_t>& shape, const std::vector<std::int64_t>& stride,
                  std::uint64_t item, const std::byte* source)
        : shape_(shape), stride_(stride), item_(item), source_(source), index_(shape.size()) {}

    /// Reads the next elements. `out` must hold a whole number of elements, at most as many as are left.
    void read(MutableByteView out) {
        switch (item_) {
            case 1:
                return read_items<1>(out);
            case 2:
                return read_items<2>(out);
            case 4:
                return read_items<4>(out);
            case 8:
                return read_items<8>(out);
            default:
                return read_items<16>(out);
        }
    }

 private:
    template <std::size_t Item>
    void read_items(MutableByteView out) {
        for (std::size_t done = 0; done < out.size(); done += Item) {
            std::memcpy(out.data() + done, source_ + at_ * Item, Item);
            for (auto d = shape_.size(); d-- > 0;) {
                const auto step = static_cast<std::uint64_t>(stride_[d]);
                at_ += step;
                if (++index_[d] < shape_[d]) break;
                at_ -= shape_[d] * step;
                index_[d] = 0;
            }
        }
    }

    const std::vector<std::uint64_t>& shape_;
    const std::vector<std::int64_t>& stride_;
    std::uint64_t item_;
    const std::byte* source_;
    std::uint64_t at_ = 0;  ///< elements
    std::vector<std::uint64_t> index_;
};

}  // namespace stepvault
