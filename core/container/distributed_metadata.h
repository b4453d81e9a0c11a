// The .metadata file of torch.distributed.checkpoint: what lies where in the files beside it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace stepvault {

/// A tensor, a chunk of one, or any other object: a file of torch.save within a larger file.
struct DistributedItem {
    /// Its key; where several chunks go by one key, with their places in the tensor behind it: "w[128,0]".
    std::string name;
    std::uint64_t offset = 0;  ///< in its file
    std::uint64_t length = 0;  ///< bytes
    bool tensor = false;
    bool transformed = false;  ///< compressed, or the like
};

/// What it says of all files together.
struct DistributedMetadata {
    /// By file, relative to the folder of .metadata; ordered by offset, apart, within 2^63 bytes.
    std::map<std::string, std::vector<DistributedItem>, std::less<>> files;
    std::vector<std::string> globals;  ///< as in Layout
};

/// Read as data, from the pickle's own bytes; nothing is imported or called. Errors: incomplete where the
/// pickle is cut off; corrupt, limit, unsupported where it is no such pickle, or an item's place makes no
/// sense; those of reading.
Result<DistributedMetadata> read_distributed_metadata(const File& file, std::uint64_t file_size);

}  // namespace stepvault
