// From a pickled PyTorch object and the positions of its storages to a Layout.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "container/layout.h"
#include "container/pickle_value.h"

namespace stepvault {

/// The position of a storage's bytes according to the file. Positions do not overlap.
struct StoragePlace {
    std::uint64_t offset = 0;         ///< in the file
    std::uint64_t length = 0;         ///< bytes
    std::vector<std::uint64_t> crcs;  ///< offsets of the CRC-32 fields over it
    bool compressed = false;          ///< the file holds compressed bytes instead
};

/// Positions by the storages' keys; the keys are views of data that the caller keeps.
using StoragePlaces = std::unordered_map<std::string_view, StoragePlace>;

/// Sets payloads, tensors, checksums, globals, counts and note; the caller sets format and file size. Leaves
/// out tensors that do not fit their storage, with a note, and tensors without elements, which have no bytes.
/// `name` begins the names of all tensors: the object's name in a larger object, or empty. Storages that no
/// tensor names are numbered in the order of the pickle, because their keys may be addresses.
Layout lay_out_torch_object(const PickleGraph& graph, const StoragePlaces& places,
                            std::string_view name = {});

}  // namespace stepvault
