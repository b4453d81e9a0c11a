#include "codec/huffman_cache.h"

#include <cmath>
#include <numeric>

#include "codec/huffman.h"

namespace stepvault {

namespace {

constexpr double most_moved = 0.01;

bool hardly_changed(std::span<const std::uint64_t> before, std::span<const std::uint64_t> now) {
    if (before.size() != now.size()) return false;
    const auto sum = [](std::span<const std::uint64_t> counts) {
        return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
    };
    const double all_before = sum(before);
    const double all_now = sum(now);
    double moved = 0;
    for (std::size_t i = 0; i < now.size(); ++i) {
        // A symbol without a code cannot be written.
        if (before[i] == 0 && now[i] != 0) return false;
        moved +=
            std::abs(static_cast<double>(before[i]) / all_before - static_cast<double>(now[i]) / all_now);
    }
    return moved / 2 <= most_moved;
}

}  // namespace

std::vector<std::uint8_t> HuffmanCache::lengths(const std::string& group,
                                                std::span<const std::uint64_t> counts) {
    auto& entry = entries_[group];
    if (hardly_changed(entry.counts, counts)) {
        ++reused_;
    } else {
        entry = {{counts.begin(), counts.end()}, huffman_lengths(counts)};
    }
    return entry.lengths;
}

}  // namespace stepvault
