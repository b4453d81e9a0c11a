// Arrays in zarr format 2, as Orbax writes them without OCDBT and without compression: a folder for each
// array, with .zarray and a file for each chunk. Source: zarr-specs, docs/v2/v2.0.rst.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "container/inspect.h"

namespace stepvault {

inline constexpr std::string_view zarr_metadata_name = ".zarray";

/// The chunks of an array, which all have the same shape: those at the edges are padded.
struct ZarrArray {
    DType dtype = DType::opaque;
    std::vector<std::uint64_t> shape;  ///< of the array
    std::vector<std::uint64_t> chunk;  ///< shape of a chunk
    char separator = '.';              ///< between the indices in a chunk's name

    /// Bytes of a chunk; 0 for a chunk without elements.
    std::uint64_t chunk_bytes = 0;
    /// True for the name of one of the chunks: "0", "1.0".
    [[nodiscard]] bool has_chunk(std::string_view name) const;
};

/// Reads a .zarray. Errors: unsupported where chunks are compressed, filtered, in Fortran order or of a type
/// that is not known; corrupt; limit; errors of reading.
Result<ZarrArray> read_zarr_array(const File& file, std::uint64_t file_size);

/// The layout of a chunk's file. `name`: of the array.
Inspection inspect_zarr_chunk(const ZarrArray& array, std::string_view chunk, std::uint64_t file_size,
                              std::string_view name);

}  // namespace stepvault
