#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, is a zip's local header for a member that numpy.savez
/// writes.
bool begins_like_npz(ByteView head);

/// Reads a file that begins with numpy's magic number. Everything after the first array is raw.
Result<Inspection> read_npy(const File& file, std::uint64_t file_size);

/// Reads a zip of .npy members. Compressed members, and arrays of records or Python objects, stay raw.
/// Tensors are named after the members, without .npy and with '.' for '/'.
Result<Inspection> read_npz(const File& file, std::uint64_t file_size);

}  // namespace stepvault
