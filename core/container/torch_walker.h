// Finds the tensors in a pickled object, and names each by its path.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "container/pickle_value.h"
#include "container/torch_tensor.h"

namespace stepvault {

struct NamedTensor {
    std::string name;  ///< keys, indices and attributes joined by '.'; "tensor" for the root
    TorchTensor tensor;
};

/// The findings in one object.
struct TorchContent {
    std::vector<NamedTensor> tensors;  ///< in the order of the pickle
    std::vector<std::string> globals;  ///< "module.name", each once, in order of appearance
    std::optional<std::int64_t> step;
    std::optional<std::int64_t> epoch;
    bool cut_short = false;  ///< a limit was reached, so some tensors are missing
};

/// Limits, because a small pickle can describe more than fits into memory.
struct WalkLimits {
    std::size_t depth = 1000;        ///< nested containers; tensors below that depth are not named
    std::size_t name_length = 4096;  ///< bytes; longer paths are not followed
    std::size_t tensors = 4'000'000;
    std::size_t memory_per_byte = 64;  ///< bytes of names and tensors for each byte of the pickle ...
    std::size_t memory_extra = std::size_t{1} << 20;  ///< ... and these
};

/// Visits every container once, under the first path that leads to it; names a tensor for every path to it.
/// Where the object is a part of a larger object, `name` is its key there and begins all paths; then only an
/// object that is itself a number gives step and epoch.
TorchContent walk_torch_object(const PickleGraph& graph, const WalkLimits& limits = {},
                               std::string_view name = {});

}  // namespace stepvault
