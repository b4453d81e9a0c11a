#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, is PyTorch's old magic number, or cut off within it.
bool begins_like_torch_legacy(ByteView head);

/// Reads PyTorch's format before 1.6: five pickles, then each storage behind its count, which only the
/// pickles can place. What follows the last storage is raw. A file whose storages cannot be placed, or have
/// other counts than its object says, is raw with a note.
Result<Inspection> read_torch_legacy(const File& file, std::uint64_t file_size);

}  // namespace stepvault
