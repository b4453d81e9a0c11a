#pragma once

#include <cstdint>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

/// True where the first bytes of a file are a zip's first local header, of a member that Keras 3 begins with.
bool begins_like_keras(ByteView head);

/// Reads a zip whose weights are HDF5 files, stored (Keras' .keras). Their datasets are payloads, and the
/// checksum is over a whole such member. Other zips that begin alike are raw.
Result<Inspection> read_keras(const File& file, std::uint64_t file_size);

}  // namespace stepvault
