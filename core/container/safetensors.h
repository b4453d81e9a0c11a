#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, can begin a safetensors file: a plausible length, then '{'.
bool begins_like_safetensors(ByteView head);

/// Reads a file that begins like safetensors or has its extension. Skips tensors without elements, which have
/// no bytes. Elements of unknown type form one row of opaque bytes.
Result<Inspection> read_safetensors(const File& file, std::uint64_t file_size);

}  // namespace stepvault
