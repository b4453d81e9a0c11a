#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads a file that begins with a zip's local header (torch.save since 1.6). Zips of other programs, and
/// those whose pickle cannot be read, are raw. A tensor that does not fit its member is left out, with a
/// note; so are tensors without elements, which have no bytes.
Result<Inspection> read_torch_zip(const File& file, std::uint64_t file_size);

}  // namespace stepvault
