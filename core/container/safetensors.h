#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where the first bytes of a file can be those of a safetensors file: a plausible length, then '{'.
bool begins_like_safetensors(ByteView head);

/// Reads a file that begins like safetensors, or is named so. Tensors without elements are left out: they
/// have no bytes. Elements of unknown type are one row of opaque bytes.
Result<Inspection> read_safetensors(const File& file, std::uint64_t file_size);

}  // namespace stepvault
