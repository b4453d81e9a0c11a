#pragma once

#include <cstdint>
#include <vector>

#include "base/file.h"
#include "container/distributed_metadata.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads a file of torch.distributed.checkpoint by the items that its .metadata lists for it, each a file of
/// torch.save. Tensors go by the items' names. Bytes of no item, and items that are no such file, are raw.
/// Incomplete while an item is cut off.
Result<Inspection> read_torch_distributed(const File& file, std::uint64_t file_size,
                                          const std::vector<DistributedItem>& items);

}  // namespace stepvault
