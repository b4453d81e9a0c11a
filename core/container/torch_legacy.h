#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, is PyTorch's old magic number, or cut off within it.
bool begins_like_torch_legacy(ByteView head);

/// Judges only whether a file in PyTorch's format before 1.6 is all there: its pickles tell where it ends.
/// The layout is raw. What looks odd is complete.
Result<Inspection> read_torch_legacy(const File& file, std::uint64_t file_size);

}  // namespace stepvault
