// Recognizes PyTorch's storages and tensors among the inert nodes of a pickle.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "container/dtype.h"
#include "container/pickle_value.h"

namespace stepvault {

/// A persistent id ('storage', class, key, location, count[, view]).
struct TorchStorage {
    std::string_view key;  ///< name of the file that holds it; a view of the pickle
    DType dtype = DType::opaque;
    bool untyped = false;     ///< its tensors determine the element type
    std::uint64_t count = 0;  ///< elements; bytes where untyped
    /// Its tensors lie in this range of its elements: the oldest files have storages within storages.
    std::uint64_t view_offset = 0;
    std::uint64_t view_count = UINT64_MAX;
};

/// A call of one of torch's _rebuild functions for dense tensors.
struct TorchTensor {
    PickleId storage = no_pickle;  ///< the persistent node
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< elements
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> stride;  ///< elements

    [[nodiscard]] bool is_empty() const;
    /// Elements from the storage's start to the end of the furthest element; nothing where that overflows or
    /// a stride is negative, 0 for an empty tensor.
    [[nodiscard]] std::optional<std::uint64_t> extent() const;
};

/// Nothing where the node is not a storage's persistent id.
std::optional<TorchStorage> torch_storage(const PickleGraph& graph, PickleId id);

/// Finds the tensor itself inside wrappers (parameters, subclasses). Nothing for any other object, and for
/// tensors without exactly one dense storage.
std::optional<TorchTensor> torch_tensor(const PickleGraph& graph, PickleId id);

/// A tuple or list of nonnegative numbers, or torch.Size of such a tuple; nothing for any other object, and
/// for more than torch's 64 dimensions.
std::optional<std::vector<std::uint64_t>> torch_sizes(const PickleGraph& graph, PickleId id);

/// A nonnegative integer; nothing for any other node.
std::optional<std::uint64_t> natural(const PickleGraph& graph, PickleId id);

/// True for the global `module`.`name`.
bool is_global(const PickleGraph& graph, PickleId id, std::string_view module, std::string_view name);

}  // namespace stepvault
