#pragma once

#include <cstdint>
#include <string>

#include "base/file.h"
#include "container/hdf5_datasets.h"
#include "container/inspect.h"

namespace stepvault {

/// True where `head`, the first bytes of a file, has HDF5's magic number.
bool begins_like_hdf5(ByteView head);

/// Reads a file that begins like HDF5 (Keras' .weights.h5 and .h5). Contiguous numeric datasets are payloads,
/// named by their path with '.' for '/'; everything else is raw. A file that its writer has not closed is
/// incomplete: the end in its superblock differs from its size.
Result<Inspection> read_hdf5(const File& file, std::uint64_t file_size);

/// Adds the datasets of the complete HDF5 file in `range` to the layout. Returns the reason for people if
/// that failed; empty on success, or if there are no datasets.
std::string add_hdf5(const File& file, const Hdf5Range& range, Layout& layout);

/// The reason why an HDF5 file of `size` bytes that begins with `begin` is incomplete; empty if it is
/// complete.
std::string missing_from_hdf5(ByteView begin, std::uint64_t size);

}  // namespace stepvault
