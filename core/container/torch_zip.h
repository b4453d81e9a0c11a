#pragma once

#include <cstdint>
#include <string_view>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// Reads a range that begins with a zip's local header (torch.save since 1.6): a complete file, or the `size`
/// bytes from `offset` of a file that holds several zips, where `name` begins the names of all tensors. Zips
/// of other programs, and zips with an unreadable pickle, are raw. Leaves out tensors that do not fit their
/// member, with a note, and tensors without elements, which have no bytes.
Result<Inspection> read_torch_zip(const File& file, std::uint64_t size, std::uint64_t offset = 0,
                                  std::string_view name = {});

}  // namespace stepvault
