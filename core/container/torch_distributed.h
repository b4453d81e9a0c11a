#pragma once

#include <cstdint>
#include <vector>

#include "base/file.h"
#include "container/distributed_metadata.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads a file of torch.distributed.checkpoint by the items that .metadata lists for it; each item is a file
/// of torch.save. Names of tensors begin with the name of their item. Bytes outside all items, and items of
/// another format, are raw. The file is incomplete while an item is cut off.
Result<Inspection> read_torch_distributed(const File& file, std::uint64_t file_size,
                                          const std::vector<DistributedItem>& items);

}  // namespace stepvault
