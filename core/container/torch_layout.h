// From a pickled object of PyTorch and the places of its storages to a Layout.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "container/layout.h"
#include "container/pickle_value.h"

namespace stepvault {

/// Where the bytes of a storage lie, as the file says. Places in the file do not overlap.
struct StoragePlace {
    std::uint64_t offset = 0;         ///< in the file
    std::uint64_t length = 0;         ///< bytes
    std::vector<std::uint64_t> crcs;  ///< offsets of the CRC-32 fields over it
    bool compressed = false;          ///< what lies there are not its bytes
};

/// By the storages' keys; views on what the caller keeps.
using StoragePlaces = std::unordered_map<std::string_view, StoragePlace>;

/// Payloads, tensors, checksums, globals, counts and note; format and file size are the caller's. A tensor
/// that does not fit its storage is left out, with a note; so are tensors without elements, which have no
/// bytes. `name` goes before the names of all tensors: that of the object in a larger one, or empty. Storages
/// that no tensor names are numbered as they appear in the pickle, since their keys may be addresses.
Layout lay_out_torch_object(const PickleGraph& graph, const StoragePlaces& places,
                            std::string_view name = {});

}  // namespace stepvault
