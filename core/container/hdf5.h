#pragma once

#include <cstdint>
#include <string>

#include "base/file.h"
#include "container/hdf5_datasets.h"
#include "container/inspect.h"

namespace stepvault {

/// True where the first bytes of a file are HDF5's magic number.
bool begins_like_hdf5(ByteView head);

/// Reads a file that begins like HDF5 (Keras' .weights.h5 and .h5). Contiguous datasets of numbers are
/// payloads, named by their path with '.' for '/'; all else is raw. A file that was not closed by its writer
/// is incomplete: its superblock says another end than it has.
Result<Inspection> read_hdf5(const File& file, std::uint64_t file_size);

/// Adds the datasets of the whole HDF5 file in `range` to the layout. Returns why not, for people; empty if
/// it did, or if there are none.
std::string add_hdf5(const File& file, const Hdf5Range& range, Layout& layout);

/// Why an HDF5 file of `size` bytes that begins with `begin` is not whole; empty if it is.
std::string missing_from_hdf5(ByteView begin, std::uint64_t size);

}  // namespace stepvault
