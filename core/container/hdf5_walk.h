// The part of list_hdf5_datasets() that runs in the child process.
#pragma once

#include "base/bytes.h"
#include "base/file.h"
#include "container/hdf5_datasets.h"

namespace stepvault {

/// Calls libhdf5 on the range. Returns, as varint, the number of datasets left out; then for each dataset
/// found: text path, u8 type, varint offset in the range, varint bytes, varint number of dimensions, and a
/// varint for each dimension. Throws where the file cannot be read. Not thread-safe, changes libhdf5's global
/// state, and may crash or hang.
Bytes walk_hdf5(const File& file, const Hdf5Range& range);

}  // namespace stepvault
