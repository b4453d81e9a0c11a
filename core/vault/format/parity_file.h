// Reed-Solomon parity of a step file, kept in a file of its own (FORMAT.md, "Parity").
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/file.h"
#include "base/progress.h"
#include "vault/format/step_file_format.h"

namespace stepvault {

/// How a parity file divides its step file. Cells are equal parts of the file, the units in which damage is
/// found and repaired; a block is a row of neighbouring cells, and the cells at one position in all blocks (a
/// column) share parity.
struct ParityGeometry {
    std::uint64_t size = 0;    ///< of the step file, bytes
    std::uint32_t cell = 0;    ///< size of a cell, bytes
    std::uint32_t data = 0;    ///< number of blocks of the step file
    std::uint32_t parity = 0;  ///< number of parity blocks

    bool operator==(const ParityGeometry&) const = default;
    [[nodiscard]] std::uint64_t cells() const { return size / cell + (size % cell != 0 ? 1 : 0); }
    /// Number of cells in a block.
    [[nodiscard]] std::uint64_t columns() const { return (cells() + data - 1) / data; }
};

/// The geometry for a file of `size` bytes (at least 1) with `percent` (0 to 100) of its size as parity,
/// rounded up to whole blocks.
ParityGeometry choose_parity(std::uint64_t size, double percent);

/// Computes the parity of `file` and publishes it as `parity`, replacing an existing file.
Status write_parity(const std::filesystem::path& file, const std::filesystem::path& parity, double percent,
                    const JobContext& job);

/// True if `parity` was made for `percent` and from the present `file`, judged by its size and last bytes.
bool is_parity_of(const std::filesystem::path& parity, const std::filesystem::path& file, double percent);

/// Compares every byte of a parity file with its checksum. ErrorCode::corrupt, unsupported.
Status check_parity(const std::filesystem::path& parity, const JobContext& job);

/// Writes to `out` the content that `damaged` had when its parity was made. ErrorCode::corrupt if more is
/// lost than the parity can restore. Only the step file's own checksums tell whether the result is the step
/// file that the caller wants.
Status restore_by_parity(const std::filesystem::path& damaged, const std::filesystem::path& parity, File& out,
                         const JobContext& job);

}  // namespace stepvault
