#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where the first bytes of a file are a zip's first local header, of a member that numpy.savez writes.
bool begins_like_npz(ByteView head);

/// Reads a file that begins with numpy's magic number. What lies behind the first array is raw.
Result<Inspection> read_npy(const File& file, std::uint64_t file_size);

/// Reads a zip of .npy members. Compressed ones, and those of records or Python objects, stay raw. Names are
/// those of the members, without .npy, with '.' for '/'.
Result<Inspection> read_npz(const File& file, std::uint64_t file_size);

}  // namespace stepvault
