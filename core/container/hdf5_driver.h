#pragma once

// Later versions then call things as 1.10 does.
#define H5_USE_110_API
#include <hdf5.h>

#include "base/file.h"
#include "container/hdf5_datasets.h"

namespace stepvault {

/// What libhdf5 opens in place of a path.
struct Hdf5Source {
    const File* file = nullptr;  ///< not owned
    Hdf5Range range;
};

/// A file access list with which H5Fopen() reads `source` by position and opens nothing itself: libhdf5's own
/// drivers take a path, lock the file, or need a copy in memory. Negative if it cannot be made.
hid_t hdf5_access(const Hdf5Source& source);

}  // namespace stepvault
