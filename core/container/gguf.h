#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, has GGUF's magic number and a supported version.
bool begins_like_gguf(ByteView head);

/// Reads a file that is named .gguf or begins with the magic number. The header gives the end of the last
/// tensor; a header of zeros is not yet written. Quantized tensors are opaque payloads. A file that breaks
/// the rules of the format is raw, with a note.
Result<Inspection> read_gguf(const File& file, std::uint64_t file_size);

}  // namespace stepvault
