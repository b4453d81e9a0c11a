// The findings of a format reader about one file: the positions and types of its payloads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "container/dtype.h"

namespace stepvault {

/// A byte range that holds one storage: contiguous numbers of one type. Everything between payloads is raw.
struct Payload {
    std::uint64_t offset = 0;  ///< in the file
    std::uint64_t length = 0;  ///< bytes, a multiple of item_size(dtype)
    DType dtype = DType::opaque;
    /// Path of the first tensor in the payload ("optimizer.state.3.exp_avg"), which identifies the same
    /// payload in other steps; "storage:<key>" where no tensor names it. Unique in the file.
    std::string name;
};

/// A tensor as a view of a payload. Several tensors may share a payload.
struct TensorView {
    std::string name;           ///< path in the object: keys and indices joined by '.'
    std::uint32_t payload = 0;  ///< index into Layout::payloads
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< elements from the payload's start
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> stride;  ///< elements
};

/// A CRC-32 (4 bytes, little-endian) over a range of the file, which the format stores in the file. Each
/// payload lies completely within the range or completely outside. No default values, because a CRC over
/// nothing is a mistake.
struct DerivedCrc {
    std::uint64_t offset;  ///< in the file
    std::uint64_t begin;   ///< of the range, in the file
    std::uint64_t length;  ///< of the range, bytes
};

/// Payloads are ordered by offset and do not overlap; derived fields lie outside all payloads. A range that
/// covers another derived field covers it completely, and comes after it in the list: the checksum of a zip
/// within a zip.
struct Layout {
    /// "torch-zip", "torch-legacy", "torch-distributed", "safetensors", "gguf", "npy", "npz", "hdf5",
    /// "keras", "tensorflow-index", "zarr", "zip" (members that are containers themselves) or "raw"
    std::string format;
    std::uint64_t file_size = 0;
    std::vector<Payload> payloads;
    std::vector<TensorView> tensors;
    std::vector<DerivedCrc> derived;
    std::vector<std::string>
        globals;  ///< "module.name" of everything that a pickle would call, each once, in order of appearance
    std::optional<std::int64_t> step;  ///< from the contents: global_step, step, iter, ...
    std::optional<std::int64_t> epoch;
    std::string note;  ///< for people: why the file is raw although its name promises a known format
};

}  // namespace stepvault
