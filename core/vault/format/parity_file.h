// Reed-Solomon parity of a step file, kept in a file of its own (FORMAT.md, "Parity").
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/file.h"
#include "base/progress.h"
#include "vault/format/step_file_format.h"

namespace stepvault {

/// What of a file a parity file describes. Its cells, equal parts of the file, are what is found damaged and
/// brought back; a block is a row of neighbouring cells, and cells of one place in all blocks share parity.
struct ParityGeometry {
    std::uint64_t size = 0;    ///< of the file, bytes
    std::uint32_t cell = 0;    ///< bytes
    std::uint32_t data = 0;    ///< blocks of the file
    std::uint32_t parity = 0;  ///< blocks beside them

    bool operator==(const ParityGeometry&) const = default;
    [[nodiscard]] std::uint64_t cells() const { return (size + cell - 1) / cell; }
    /// Cells of a block.
    [[nodiscard]] std::uint64_t columns() const { return (cells() + data - 1) / data; }
};

/// For a file of `size` bytes, one at least, and `percent` (0 to 100) of it as parity, or as little more as
/// blocks allow.
ParityGeometry choose_parity(std::uint64_t size, double percent);

/// Writes the parity of `file` and publishes it as `parity`, in the place of one that is there.
Status write_parity(const std::filesystem::path& file, const std::filesystem::path& parity, double percent,
                    const JobContext& job);

/// True where `parity` was made of `file` as it is, by its size and its last bytes, and for `percent`.
bool is_parity_of(const std::filesystem::path& parity, const std::filesystem::path& file, double percent);

/// Holds every byte of a parity file against its checksum. ErrorCode::corrupt, unsupported.
Status check_parity(const std::filesystem::path& parity, const JobContext& job);

/// Writes to `out` what `damaged` was when its parity was made. ErrorCode::corrupt where more is lost than
/// the parity makes up for. Whether that is the step file that is wanted, its own checksums say.
Status restore_by_parity(const std::filesystem::path& damaged, const std::filesystem::path& parity, File& out,
                         const JobContext& job);

}  // namespace stepvault
