#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, is PyTorch's old magic number, or the part of it that fits.
bool begins_like_torch_legacy(ByteView head);

/// Reads PyTorch's format before 1.6: five pickles, then each storage after its count, whose position depends
/// on the pickles. Everything after the last storage is raw. A file whose storages cannot be located, or
/// whose counts differ from those of its object, is raw with a note.
Result<Inspection> read_torch_legacy(const File& file, std::uint64_t file_size);

}  // namespace stepvault
