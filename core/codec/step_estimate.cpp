#include "codec/step_estimate.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "codec/level_step.h"

namespace stepvault {

namespace {

/// Buckets that span more levels than this are counted as one symbol and as many bits as tell the level.
constexpr std::size_t most_levels = 32;
/// Room for the levels of each sign: an octave of so few levels ends far below.
constexpr std::size_t level_room = 4 * most_levels;

double entropy_bits(double count, double all) {
    return count > 0 ? count * std::log2(all / count) : 0;
}

}  // namespace

StepEstimate estimate_step(const BucketStatistics& statistics, double step, bool may_gain) {
    const auto all = static_cast<double>(statistics.count());
    struct Level {
        double count = 0;
        double sum = 0;
    };
    std::array<std::array<Level, level_room>, 2> levels{};
    double unchanged = static_cast<double>(statistics.zeros + statistics.escapes);
    double energy = 0;  // of true changes
    double both = 0;    // sum of the products of true and restored ones
    double within = 0;  // error of buckets that span many levels
    StepEstimate estimate;
    const double inside = 1 - static_cast<double>(dead_zone_of_linear);
    for (const auto& [key, f] : statistics.buckets) {
        const auto count = static_cast<double>(f.count);
        const double width = f.max - f.min;
        const double lowest = std::floor(f.min / step + inside);
        const double highest = std::floor(f.max / step + inside);
        if (highest == 0) {
            unchanged += count;
            energy += f.sum_squares;
            continue;
        }
        const double further = highest - lowest;
        if (further > static_cast<double>(most_levels) || highest >= static_cast<double>(level_room)) {
            estimate.bits += entropy_bits(count, all) + count * std::max(0.0, std::log2(width / step));
            within += count * step * step / 12;
            energy += f.sum_squares;
            both += f.sum_squares;
            continue;
        }
        for (int k = 0; k <= further; ++k) {
            const double level = lowest + k;
            const double low = std::max(f.min, (level - inside) * step);
            const double high = std::min(f.max, (level + 1 - inside) * step);
            if (high < low) continue;
            const double part = width > 0 ? count * (high - low) / width : count;
            const double middle = (low + high) / 2;
            energy += part * (middle * middle + (high - low) * (high - low) / 12);
            if (level == 0) {
                unchanged += part;
                continue;
            }
            auto& at = levels[key.negative ? 1 : 0][static_cast<std::size_t>(level)];
            at.count += part;
            at.sum += part * middle;
        }
    }
    estimate.bits += entropy_bits(unchanged, all);
    double restored = both;  // sum of the squares of restored changes
    for (const auto& sign : levels) {
        for (const auto& level : sign) {
            estimate.bits += entropy_bits(level.count, all);
            if (level.count <= 0) continue;
            both += level.sum * level.sum / level.count;
            restored += level.sum * level.sum / level.count;
        }
    }
    const double gain = may_gain ? gain_for(energy, both) : 1;
    estimate.missing = energy - gain * both;
    estimate.lost = std::max(0.0, energy - 2 * gain * both + gain * gain * restored) + within;
    return estimate;
}

double step_for_error(const BucketStatistics& statistics, double error, bool may_gain) {
    const double changed = statistics.sum_squares();
    double largest = 0;
    double count = 0;
    for (const auto& [key, f] : statistics.buckets) {
        largest = std::max(largest, f.max);
        count += static_cast<double>(f.count);
    }
    if (changed <= 0) return 0;
    const double aim = error * error * changed;
    // The error grows with the step, if not everywhere.
    double low = 0;
    double high = 4 * largest;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings; ++i) {
        const double middle = low + (high - low) / 2;
        (estimate_step(statistics, middle, may_gain).lost < aim ? low : high) = middle;
    }
    return error < 1 ? tempered_step(high, error, std::sqrt(changed / count), may_gain) : high;
}

}  // namespace stepvault
