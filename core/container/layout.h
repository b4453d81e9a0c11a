// What a format reader says about one file: where its payloads lie, and what they are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "container/dtype.h"

namespace stepvault {

/// A byte range that holds one storage: numbers of one type, back to back. Everything between payloads is
/// raw.
struct Payload {
    std::uint64_t offset = 0;  ///< in the file
    std::uint64_t length = 0;  ///< bytes, a multiple of item_size(dtype)
    DType dtype = DType::opaque;
    /// Path of the first tensor that lies in it ("optimizer.state.3.exp_avg"), the key that finds the same
    /// payload in another step; "storage:<key>" where no tensor names it. Unique in the file.
    std::string name;
};

/// A tensor as a view on a payload. Several may share one.
struct TensorView {
    std::string name;           ///< path in the object: keys and indices joined by '.'
    std::uint32_t payload = 0;  ///< index into Layout::payloads
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< elements from the payload's start
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> stride;  ///< elements
};

/// A CRC-32 (4 bytes, little-endian) over a range of the file that the format keeps beside it. Payloads lie
/// within the range or outside of it, as a whole. No defaults: one that covers nothing is a mistake.
struct DerivedCrc {
    std::uint64_t offset;  ///< in the file
    std::uint64_t begin;   ///< of the range, in the file
    std::uint64_t length;  ///< of the range, bytes
};

/// Payloads are ordered by offset and do not overlap; derived fields lie outside of all payloads. A range
/// that covers another derived field covers all of it, and comes after it in the list: a zip's checksum of a
/// zip.
struct Layout {
    /// "torch-zip", "torch-legacy", "torch-distributed", "safetensors", "gguf", "npy", "npz", "hdf5",
    /// "keras", "tensorflow-index", "zip" (members that are containers themselves) or "raw"
    std::string format;
    std::uint64_t file_size = 0;
    std::vector<Payload> payloads;
    std::vector<TensorView> tensors;
    std::vector<DerivedCrc> derived;
    std::vector<std::string>
        globals;  ///< "module.name" of everything a pickle would call, each once, in order
    std::optional<std::int64_t> step;  ///< from the content: global_step, step, iter, ...
    std::optional<std::int64_t> epoch;
    std::string note;  ///< for people: why the file is kept raw although its name promises more
};

}  // namespace stepvault
