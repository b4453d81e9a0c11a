#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, has GGUF's magic number and a version that is read.
bool begins_like_gguf(ByteView head);

/// Reads a file that is called .gguf or begins with the magic number. Its header tells where the last tensor
/// ends; a header of zeros is still to be written. Quantized tensors are opaque payloads. What breaks the
/// format's rules is raw, with a note.
Result<Inspection> read_gguf(const File& file, std::uint64_t file_size);

}  // namespace stepvault
