#include "codec/step_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace stepvault {

namespace {

/// Buckets that span more levels than this are counted as one symbol and as many bits as tell the level.
constexpr std::size_t most_levels = 32;
/// Of each sign: an octave of so few levels ends far below.
constexpr std::size_t level_room = 4 * most_levels;

double entropy_bits(double count, double all) {
    return count > 0 ? count * std::log2(all / count) : 0;
}

}  // namespace

StepEstimate estimate_step(const BucketStatistics& statistics, double step) {
    const auto all = static_cast<double>(statistics.count());
    std::array<std::array<double, level_room>, 2> levels{};
    double unchanged = static_cast<double>(statistics.zeros + statistics.escapes);
    StepEstimate estimate;
    for (const auto& [key, f] : statistics.buckets) {
        const auto count = static_cast<double>(f.count);
        const double width = f.max - f.min;
        const double lowest = std::floor(f.min / step + 0.5);
        const double highest = std::floor(f.max / step + 0.5);
        if (highest == 0) {
            unchanged += count;
            estimate.lost += f.sum_squares;
            continue;
        }
        const double further = highest - lowest;
        if (further > static_cast<double>(most_levels) || highest >= static_cast<double>(level_room)) {
            estimate.bits += entropy_bits(count, all) + count * std::max(0.0, std::log2(width / step));
            estimate.lost += count * step * step / 12;
            continue;
        }
        for (int k = 0; k <= further; ++k) {
            const double level = lowest + k;
            const double low = std::max(f.min, (level - 0.5) * step);
            const double high = std::min(f.max, (level + 0.5) * step);
            const double part = width > 0 ? count * std::max(0.0, high - low) / width : count;
            const double off = low + (high - low) / 2 - level * step;
            estimate.lost += part * ((high - low) * (high - low) / 12 + off * off);
            if (level == 0) {
                unchanged += part;
            } else {
                levels[key.negative ? 1 : 0][static_cast<std::size_t>(level)] += part;
            }
        }
    }
    estimate.bits += entropy_bits(unchanged, all);
    for (const auto& sign : levels) {
        for (const double count : sign)
            estimate.bits += entropy_bits(count, all);
    }
    return estimate;
}

double step_for_error(const BucketStatistics& statistics, double error) {
    const double changed = statistics.sum_squares();
    double largest = 0;
    for (const auto& [key, f] : statistics.buckets)
        largest = std::max(largest, f.max);
    if (changed <= 0) return 0;
    const double aim = error * error * changed;
    // The error grows with the step, if not everywhere.
    double low = 0;
    double high = 4 * largest;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings; ++i) {
        const double middle = low + (high - low) / 2;
        (estimate_step(statistics, middle).lost < aim ? low : high) = middle;
    }
    return high;
}

}  // namespace stepvault
