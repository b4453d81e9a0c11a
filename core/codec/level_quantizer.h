// Values to levels and back for scheme `adaptive`, element by element: the arithmetic that both directions
// share. FORMAT.md, "adaptive".
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "codec/adaptive_model.h"
#include "codec/element.h"

namespace stepvault {

/// Levels beyond this are kept as escapes.
constexpr std::int32_t most_level = 1 << 20;

/// Levels are whole steps from the prediction, which is the base, scaled.
template <class Element>
class LinearQuantizer {
 public:
    using Bits = typename Element::Bits;
    using Real = typename Element::Real;

    LinearQuantizer(const Quantizer& q, const PayloadModel& payload)
        : step_(q.step),
          inverse_(q.step > 0 ? Real{1} / Real{q.step} : Real{0}),
          round_(Real{1} - Real{q.dead_zone}),
          scale_(Real(payload.scale) / Real{PayloadModel::whole_base}),
          whole_(payload.scale == PayloadModel::whole_base),
          gain_(Real{1} + Real(payload.gain) / Real{PayloadModel::units_of_gain}),
          inward_{Real{q.inward[0]}, Real{q.inward[1]}, Real{q.inward[2]}} {}

    [[nodiscard]] Bits restore(Bits base, std::int32_t level) const {
        if (level == 0 && whole_) return base;
        const Real prediction = whole_ ? Element::decode(base) : Element::decode(base) * scale_;
        if (level == 0) return Element::encode(prediction);
        const auto magnitude = level < 0 ? -level : level;
        const Real inward = inward_[static_cast<std::size_t>(std::min(magnitude, 3) - 1)];
        const Real change = (static_cast<Real>(magnitude) * step_ - inward) * gain_;
        return Element::encode(level < 0 ? prediction - change : prediction + change);
    }
    /// False where the value must be kept exactly.
    bool quantize(Bits value, Bits base, std::int32_t& level) const {
        level = 0;
        if (value == base && whole_) return true;
        const Real prediction = whole_ ? Element::decode(base) : Element::decode(base) * scale_;
        const Real delta = Element::decode(value) - prediction;
        const Real steps = std::abs(delta) * inverse_ + round_;
        if (!(steps < Real{most_level})) return false;
        const auto magnitude = static_cast<std::int32_t>(steps);
        level = delta < 0 ? -magnitude : magnitude;
        return std::isfinite(Element::decode(restore(base, level)));
    }

 private:
    friend class LinearVectors;

    Real step_;
    Real inverse_;
    Real round_;
    Real scale_;
    bool whole_;
    Real gain_;
    std::array<Real, 3> inward_;
};

/// Bits of the fraction that are stored.
template <class Element>
struct MantissaBits;
template <>
struct MantissaBits<F32> {
    static constexpr int value = 23;
};
template <>
struct MantissaBits<F64> {
    static constexpr int value = 52;
};
template <>
struct MantissaBits<F16> {
    static constexpr int value = 10;
};
template <>
struct MantissaBits<BF16> {
    static constexpr int value = 7;
};

/// The bits of a positive float, read as an integer, grow by 2^mantissa with each octave: they count octaves,
/// bent, as the mantissa is linear. The prediction is the base, moved by the payload's offset; levels are
/// whole steps from it. Where the base is zero, level 0 is zero as well, and all other levels, without a gap
/// between -1 and 1, are steps from 1.0 moved by the offset.
template <class Element>
class LogarithmicQuantizer {
 public:
    using Bits = typename Element::Bits;

    LogarithmicQuantizer(const Quantizer& q, const PayloadModel& payload)
        : shift_(std::max(0, MantissaBits<Element>::value + q.log_step)),
          // Rounded down, whatever its sign.
          offset_((std::int64_t{payload.offset} << MantissaBits<Element>::value) >> bits_of_units),
          dead_zone_(static_cast<std::int64_t>(static_cast<double>(q.dead_zone) *
                                               static_cast<double>(std::int64_t{1} << shift_))) {}

    [[nodiscard]] Bits restore(Bits base, std::int32_t level) const {
        if (base == 0 && level == 0) return 0;
        const std::int64_t steps = base == 0 && level > 0 ? level - 1 : level;
        return static_cast<Bits>(static_cast<std::uint64_t>(prediction(base)) +
                                 (static_cast<std::uint64_t>(steps) << shift_));
    }
    /// False where the value must be kept exactly.
    bool quantize(Bits value, Bits base, std::int32_t& level) const {
        level = 0;
        if (value == restore(base, 0)) return true;
        if (!is_countable(value) || !is_countable(base) || value == 0) return false;
        const auto predicted = static_cast<std::int64_t>(prediction(base));
        const auto difference = static_cast<std::int64_t>(value) - predicted;
        if (base != 0 && std::abs(difference) < dead_zone_) return true;
        const auto steps = (difference + (std::int64_t{1} << shift_) / 2) >> shift_;
        const auto told = base == 0 && steps >= 0 ? steps + 1 : steps;
        if (std::abs(told) >= most_level) return false;
        level = static_cast<std::int32_t>(told);
        const auto result = predicted + (steps << shift_);
        return result > 0 && result < static_cast<std::int64_t>(infinity);
    }

 private:
    friend class LogarithmicVectors;

    static constexpr int bits_of_units = 8;
    static_assert(1 << bits_of_units == PayloadModel::units_of_octave);
    static constexpr Bits infinity =
        static_cast<Bits>(((std::uint64_t{1} << (8 * sizeof(Bits) - 1)) - 1) >>
                          MantissaBits<Element>::value << MantissaBits<Element>::value);
    static constexpr Bits one =
        static_cast<Bits>((infinity >> (MantissaBits<Element>::value + 1)) << MantissaBits<Element>::value);
    /// Not negative (nor -0), not infinite, not NaN.
    static bool is_countable(Bits bits) { return bits < infinity; }
    /// Where the base is zero: of all levels but 0.
    [[nodiscard]] Bits prediction(Bits base) const {
        if (!is_countable(base)) return base;
        return static_cast<Bits>(
            std::clamp<std::int64_t>(static_cast<std::int64_t>(base == 0 ? one : base) + offset_, 1,
                                     static_cast<std::int64_t>(infinity) - 1));
    }

    int shift_;
    std::int64_t offset_;
    std::int64_t dead_zone_;
};

}  // namespace stepvault
