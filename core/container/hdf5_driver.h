#pragma once

// Makes later versions of libhdf5 use the names and signatures of 1.10.
#define H5_USE_110_API
#include <hdf5.h>

#include "base/file.h"
#include "container/hdf5_datasets.h"

namespace stepvault {

/// The source that libhdf5 opens instead of a path.
struct Hdf5Source {
    const File* file = nullptr;  ///< not owned
    Hdf5Range range;
};

/// A file access list with which H5Fopen() reads `source` by position and opens no file itself: libhdf5's own
/// drivers take a path, lock the file, or need a copy in memory. Negative on failure.
hid_t hdf5_access(const Hdf5Source& source);

}  // namespace stepvault
