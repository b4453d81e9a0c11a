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
          inward_{Real{q.inward[0]}, Real{q.inward[1]}, Real{q.inward[2]}} {}

    [[nodiscard]] Bits restore(Bits base, std::int32_t level) const {
        if (level == 0 && whole_) return base;
        const Real prediction = whole_ ? Element::decode(base) : Element::decode(base) * scale_;
        if (level == 0) return Element::encode(prediction);
        const auto magnitude = level < 0 ? -level : level;
        const Real change = static_cast<Real>(magnitude) * step_ -
                            inward_[static_cast<std::size_t>(std::min(magnitude, 3) - 1)];
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

/// The bits of a positive float, read as an integer, grow by 2^mantissa with each octave: shifted right they
/// count octaves, or halves, quarters, ... of one (bent, as the mantissa is linear).
template <class Element>
class LogarithmicQuantizer {
 public:
    using Bits = typename Element::Bits;

    LogarithmicQuantizer(const Quantizer& q, const PayloadModel&)
        : shift_(std::max(0, MantissaBits<Element>::value + q.log_step)),
          // The middle between two neighbours: for whole octaves at a mantissa of sqrt(2).
          round_(shift_ == MantissaBits<Element>::value
                     ? static_cast<std::int64_t>(0.5857864376269049 *
                                                 static_cast<double>(std::int64_t{1} << shift_))
                     : (std::int64_t{1} << shift_) / 2) {}

    [[nodiscard]] Bits restore(Bits base, std::int32_t level) const {
        if (level == 0) return base;
        return static_cast<Bits>(static_cast<std::uint64_t>(code(base) + level) << shift_);
    }
    bool quantize(Bits value, Bits base, std::int32_t& level) const {
        level = 0;
        if (value == base) return true;
        if (!is_countable(value) || !is_countable(base) || value == 0) return false;
        const auto difference = std::max<std::int64_t>(code(value), 1) - code(base);
        if (std::abs(difference) >= most_level) return false;
        level = static_cast<std::int32_t>(difference);
        const auto result = restore(base, level);
        return is_countable(result) && result != 0;
    }

 private:
    friend class LogarithmicVectors;

    static constexpr Bits infinity =
        static_cast<Bits>(((std::uint64_t{1} << (8 * sizeof(Bits) - 1)) - 1) >>
                          MantissaBits<Element>::value << MantissaBits<Element>::value);
    /// Not negative (nor -0), not infinite, not NaN.
    static bool is_countable(Bits bits) { return bits < infinity; }
    [[nodiscard]] std::int64_t code(Bits bits) const {
        return static_cast<std::int64_t>(
            (static_cast<std::uint64_t>(bits) + static_cast<std::uint64_t>(round_)) >> shift_);
    }

    int shift_;
    std::int64_t round_;
};

}  // namespace stepvault
