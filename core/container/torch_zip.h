#pragma once

#include <cstdint>
#include <string_view>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads what begins with a zip's local header (torch.save since 1.6): a whole file, or the `size` bytes from
/// `offset` of one that holds several, where `name` goes before the names of all tensors. Zips of other
/// programs, and those whose pickle cannot be read, are raw. A tensor that does not fit its member is left
/// out, with a note; so are tensors without elements, which have no bytes.
Result<Inspection> read_torch_zip(const File& file, std::uint64_t size, std::uint64_t offset = 0,
                                  std::string_view name = {});

}  // namespace stepvault
