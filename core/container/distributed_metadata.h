// The .metadata file of torch.distributed.checkpoint: the positions of all items in the files beside it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace stepvault {

/// A tensor, a chunk of a tensor, or another object: a file of torch.save within a larger file.
struct DistributedItem {
    /// Its key; where several chunks share a key, followed by the chunk's position in the tensor: "w[128,0]".
    std::string name;
    std::uint64_t offset = 0;  ///< in its file
    std::uint64_t length = 0;  ///< bytes
    bool tensor = false;
    bool transformed = false;  ///< compressed, or similar
};

/// The contents of a .metadata file, for all files together.
struct DistributedMetadata {
    /// Items by file, relative to the folder of .metadata; ordered by offset, without overlap, within 2^63
    /// bytes.
    std::map<std::string, std::vector<DistributedItem>, std::less<>> files;
    std::vector<std::string> globals;  ///< as in Layout
};

/// Parses the pickle as data; nothing is imported or called. Errors: incomplete where the pickle is cut off;
/// corrupt, limit or unsupported where the file is no such pickle, or the position of an item is invalid;
/// errors of reading.
Result<DistributedMetadata> read_distributed_metadata(const File& file, std::uint64_t file_size);

}  // namespace stepvault
