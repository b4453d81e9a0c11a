#include "library/summary/write_rate.h"

#include <algorithm>
#include <chrono>

#include "base/atomic_file.h"

namespace stepvault {

std::optional<double> write_rate_for(const RunStatistics& statistics, const PlanOptions& options,
                                     const std::filesystem::path& folder) {
    if (options.stall || options.estimated_stall || statistics.stall || statistics.stall_by_losses ||
        statistics.checkpoint_bytes.value_or(0) == 0)
        return {};
    constexpr std::uint64_t most = std::uint64_t{32} << 20U;
    constexpr std::uint64_t piece = std::uint64_t{1} << 20U;
    auto file = AtomicFile::create(folder / "write-rate");
    if (!file) return {};
    // Pseudorandom bytes, since some disks do not write zeros.
    Bytes bytes(piece);
    std::uint32_t state = 1;
    for (auto& b : bytes)
        b = static_cast<std::byte>((state = state * 1664525U + 1013904223U) >> 24U);
    const auto start = std::chrono::steady_clock::now();
    const auto size = std::min(most, *statistics.checkpoint_bytes);
    for (std::uint64_t at = 0; at < size; at += piece) {
        if (!file->file().write_all(at, ByteView(bytes).first(std::min(piece, size - at)))) return {};
    }
    if (!file->file().sync()) return {};
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return static_cast<double>(size) / std::max(seconds, 1e-9);
}

}  // namespace stepvault
