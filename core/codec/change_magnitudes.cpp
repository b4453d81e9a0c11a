#include "codec/change_magnitudes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "codec/level_step.h"

namespace stepvault {

namespace {

/// The level of a bin's members, which lie evenly between several levels where `is_wide`.
struct BinLevel {
    double level = 0;
    bool is_wide = false;
    BinLevel(const MagnitudeBin& bin, const Quantizer& q, double width)
        : level(std::floor(bin.mean() / static_cast<double>(q.step) + 1 - static_cast<double>(q.dead_zone))),
          is_wide(bin.mean() * width > static_cast<double>(q.step) / 2) {}
    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(std::min(level, 3.0)) - 1; }
};

constexpr double width_of(unsigned bits) {
    return 1.0 / (1U << bits);
}

}  // namespace

void ChangeMagnitudes::add(float magnitude, double weight) {
    const auto place = std::bit_cast<std::uint32_t>(magnitude) >> shift_;
    auto& bin = bins_[place];
    if (bin.count == 0) used_.push_back(place);
    const auto value = static_cast<double>(magnitude);
    bin.count += weight;
    bin.sum += weight * value;
    bin.squares += weight * value * value;
}

std::vector<MagnitudeBin> ChangeMagnitudes::take() {
    std::ranges::sort(used_);
    std::vector<MagnitudeBin> taken;
    taken.reserve(used_.size());
    for (const auto place : used_)
        taken.push_back(std::exchange(bins_[place], {}));
    used_.clear();
    return taken;
}

void set_inward(Quantizer& q, const std::vector<MagnitudeBin>& bins) {
    const auto step = static_cast<double>(q.step);
    std::array<double, 3> count{};
    std::array<double, 3> inward{};
    for (const auto& b : bins) {
        const BinLevel at(b, q, width_of(ChangeMagnitudes::fine));
        if (at.level < 1) continue;
        count[at.index()] += b.count;
        inward[at.index()] += at.is_wide ? b.count * (0.5 - static_cast<double>(q.dead_zone)) * step
                                         : b.count * at.level * step - b.sum;
    }
    for (std::size_t i = 0; i < 3; ++i)
        q.inward[i] = count[i] > 0 ? static_cast<float>(inward[i] / count[i]) : 0;
}

double squared_error(const Quantizer& q, const std::vector<MagnitudeBin>& bins, bool may_gain) {
    const auto step = static_cast<double>(q.step);
    double within = 0;    // of bins that span levels
    double all = 0;       // of true changes
    double both = 0;      // of true and restored ones
    double restored = 0;  // of restored ones
    for (const auto& b : bins) {
        all += b.squares;
        const BinLevel at(b, q, width_of(ChangeMagnitudes::coarse));
        if (at.is_wide) {
            within += b.count * step * step / 12;
            both += b.squares;
            restored += b.squares;
        } else if (at.level >= 1) {
            const double value = at.level * step - static_cast<double>(q.inward[at.index()]);
            both += value * b.sum;
            restored += b.count * value * value;
        }
    }
    const double gain = may_gain ? gain_for(all, both) : 1;
    return std::max(0.0, all - 2 * gain * both + gain * gain * restored) + within;
}

}  // namespace stepvault
