// The index of a checkpoint of TensorFlow ("tensor bundle"): <prefix>.index beside
// <prefix>.data-00000-of-00001. Sources: tensorflow/core/protobuf/tensor_bundle.proto, and LevelDB's
// table_format.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where the first bytes of a file are those of an index: its first entry has an empty key and counts
/// the data files.
bool begins_like_tensorflow_index(ByteView head);

/// Judges only whether an index is all there; the layout has no payloads. Those of the data files are none
/// either: the index holds a checksum of each tensor that TensorFlow checks, under checksums of its own.
Result<Inspection> read_tensorflow_index(const File& file, std::uint64_t file_size);

/// A data file of a bundle.
struct TensorflowShard {
    std::string name;         ///< beside the index: "model.ckpt-100.data-00000-of-00002"
    std::uint64_t bytes = 0;  ///< that it must have at least
};

/// All data files that an index needs, in order. Errors: incomplete; corrupt, limit or unsupported
/// (compressed blocks) where it cannot be told; those of reading.
Result<std::vector<TensorflowShard>> tensorflow_shards(const File& index);

}  // namespace stepvault
