// The contiguous, uncompressed datasets of an HDF5 file, found by libhdf5.
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

/// A range of a file that is itself an HDF5 file.
struct Hdf5Range {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// A dataset whose bytes are contiguous in the file.
struct Hdf5Dataset {
    std::string path;  ///< "layers/dense/vars/0", not necessarily UTF-8
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< in the file, not in the range
    std::uint64_t length = 0;  ///< bytes
    std::vector<std::uint64_t> shape;
};

/// The datasets found, and the number of those left out.
struct Hdf5Listing {
    std::vector<Hdf5Dataset> datasets;  ///< by offset; contiguous numeric datasets that have bytes
    std::uint64_t left_out = 0;  ///< datasets in chunks, compressed, in other files, of texts or records
};

/// Lists the datasets of a complete file. libhdf5 may crash or hang on a damaged file, so it runs in a child
/// process. Its answer is not trusted: ranges are checked to lie in the file, not to overlap, and to fit
/// their shapes. Errors: unsupported without libhdf5; corrupt or limit, with a message like "libhdf5 cannot
/// read it: ..."; io.
Result<Hdf5Listing> list_hdf5_datasets(const File& file, const Hdf5Range& range);

}  // namespace stepvault
