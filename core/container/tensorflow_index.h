// The index of a TensorFlow checkpoint ("tensor bundle"): <prefix>.index beside <prefix>.data-00000-of-00001.
// Sources: tensorflow/core/protobuf/tensor_bundle.proto, and LevelDB's table_format.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, begins an index: the first entry has an empty key and counts
/// the data files.
bool begins_like_tensorflow_index(ByteView head);

/// Only judges whether an index is complete; the layout has no payloads. The data files have no payloads
/// either, because the index holds a checksum of each tensor, which TensorFlow checks, and the index itself
/// has checksums over those.
Result<Inspection> read_tensorflow_index(const File& file, std::uint64_t file_size);

/// A data file of a bundle.
struct TensorflowShard {
    std::string name;         ///< beside the index: "model.ckpt-100.data-00000-of-00002"
    std::uint64_t bytes = 0;  ///< minimum size
};

/// All data files that an index needs, in order. Errors: incomplete; corrupt, limit or unsupported
/// (compressed blocks) where the index cannot be read; errors of reading.
Result<std::vector<TensorflowShard>> tensorflow_shards(const File& index);

}  // namespace stepvault
