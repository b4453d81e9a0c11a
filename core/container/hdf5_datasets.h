// The datasets of an HDF5 file that lie in it as they are, found by libhdf5.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "container/dtype.h"

namespace stepvault {

/// True where this build has libhdf5.
bool has_hdf5();

/// A range of a file that is an HDF5 file of its own.
struct Hdf5Range {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// One whose bytes lie in one piece in the file.
struct Hdf5Dataset {
    std::string path;  ///< "layers/dense/vars/0", not necessarily UTF-8
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< in the file, not in the range
    std::uint64_t length = 0;  ///< bytes
    std::vector<std::uint64_t> shape;
};

/// What was found, and how much was not.
struct Hdf5Listing {
    std::vector<Hdf5Dataset> datasets;  ///< by offset; contiguous ones of numbers, with bytes
    std::uint64_t left_out = 0;  ///< datasets in chunks, compressed, in other files, of texts or records
};

/// Lists the datasets of a whole file. libhdf5 may crash or hang on a damaged one, so a child process asks
/// it; what that answers is trusted no further than that ranges lie in the file, apart from each other, and
/// fit their shapes. Errors: unsupported without libhdf5; corrupt, limit, with a message like "libhdf5 cannot
/// read it: ..."; io.
Result<Hdf5Listing> list_hdf5_datasets(const File& file, const Hdf5Range& range);

}  // namespace stepvault
