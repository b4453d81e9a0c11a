#include "container/dense_tensor.h"

#include <algorithm>
#include <utility>

#include "container/row_major.h"

namespace stepvault {

namespace {

/// Strides of a tensor whose first index varies fastest.
std::vector<std::int64_t> column_major(std::vector<std::uint64_t> shape) {
    std::ranges::reverse(shape);
    auto stride = row_major(shape);
    std::ranges::reverse(stride);
    return stride;
}

}  // namespace

void add_dense_tensor(Layout& layout, DenseTensor&& tensor) {
    if (tensor.length == 0) return;
    if (tensor.dtype == DType::opaque) tensor.shape = {tensor.length};
    auto stride = tensor.columns_first ? column_major(tensor.shape) : row_major(tensor.shape);
    layout.tensors.push_back({.name = tensor.name,
                              .payload = static_cast<std::uint32_t>(layout.payloads.size()),
                              .dtype = tensor.dtype,
                              .shape = std::move(tensor.shape),
                              .stride = std::move(stride)});
    layout.payloads.push_back({.offset = tensor.offset,
                               .length = tensor.length,
                               .dtype = tensor.dtype,
                               .name = std::move(tensor.name)});
}

}  // namespace stepvault
