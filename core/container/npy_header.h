// The header of a .npy file: magic number, version, and a Python dict as text. Source: numpy.lib.format.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "container/dtype.h"

namespace stepvault {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// One array: its type, shape and position.
struct NpyHeader {
    DType dtype = DType::opaque;  ///< opaque: big-endian numbers, texts, dates, others with a size
    bool records = false;         ///< several fields; the type is opaque then
    std::vector<std::uint64_t> shape;
    bool columns_first = false;  ///< Fortran order
    std::uint64_t length = 0;    ///< bytes of the array
    std::uint64_t data_at = 0;   ///< bytes before the array
};

/// Reads the header at `offset` of a file that has `available` bytes from there on. Evaluates nothing:
/// accepts only the three entries that numpy writes. Errors: incomplete where the header extends beyond the
/// last byte; unsupported for Python objects and nested records; corrupt; limit; errors of reading.
Result<NpyHeader> read_npy_header(const File& file, std::uint64_t offset, std::uint64_t available);

}  // namespace stepvault
