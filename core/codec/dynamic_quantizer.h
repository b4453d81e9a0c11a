// The logarithmic quantizer on dynamic codes, element by element. FORMAT.md, "adaptive".
#pragma once

#include <algorithm>
#include <cstdint>

#include "codec/level_quantizer.h"

namespace stepvault {

/// As LogarithmicQuantizer on the floats that the codes stand for. A value of code 0 counts as code 1 unless
/// it is as predicted, and a result other than zero never becomes code 0: a second moment of zero would make
/// the optimizer's next step very large.
template <class Element>
class DynamicQuantizer {
 public:
    using Bits = std::uint8_t;

    DynamicQuantizer(const Quantizer& q, const PayloadModel& payload) : floats_(q, payload) {}

    [[nodiscard]] Bits restore(Bits base, std::int32_t level) const {
        const auto restored = F32::decode(floats_.restore(float_bits(base), level));
        return restored == 0 ? Element::encode(0) : std::max(Bits{1}, Element::encode(restored));
    }
    /// False where the code must be kept exactly.
    bool quantize(Bits value, Bits base, std::int32_t& level) const {
        level = 0;
        if (value == restore(base, 0)) return true;
        return floats_.quantize(float_bits(std::max(Bits{1}, value)), float_bits(base), level);
    }

 private:
    static std::uint32_t float_bits(Bits code) { return F32::encode(Element::decode(code)); }

    LogarithmicQuantizer<F32> floats_;
};

template <>
class LogarithmicQuantizer<SignedDynamic8> : public DynamicQuantizer<SignedDynamic8> {
 public:
    using DynamicQuantizer::DynamicQuantizer;
};
template <>
class LogarithmicQuantizer<UnsignedDynamic8> : public DynamicQuantizer<UnsignedDynamic8> {
 public:
    using DynamicQuantizer::DynamicQuantizer;
};

}  // namespace stepvault
