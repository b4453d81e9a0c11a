#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, is a zip's local header for one of the members that Keras 3
/// writes first.
bool begins_like_keras(ByteView head);

/// Reads a zip whose weights are uncompressed HDF5 files (Keras' .keras). Their datasets are payloads; each
/// checksum covers a complete member. Other zips with the same beginning are raw.
Result<Inspection> read_keras(const File& file, std::uint64_t file_size);

}  // namespace stepvault
