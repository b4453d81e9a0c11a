// The arithmetic of level_quantizer.h on many floats at a time. Uses the widest vectors that the CPU has; the
// bits are the same on every CPU. Thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "codec/adaptive_model.h"

namespace stepvault {

/// Figures of a block's levels.
struct LevelFigures {
    std::uint32_t sum = 0;  ///< of magnitudes
    bool changed = false;   ///< an element restores to something else than its base
};

/// At most block_size elements. `values`, `base` and `restored` are floats or bfloat16s that need no
/// alignment; `restored` overlaps neither. Of levels whole vectors are read and written, up to block_size.
class LinearVectors {
 public:
    LinearVectors(const Quantizer& quantizer, const PayloadModel& payload, bool of_bfloat16 = false);

    /// False where an element must, or may have to, be kept exactly; what was written is void then.
    bool quantize(const std::byte* values, const std::byte* base, std::size_t count, std::byte* restored,
                  std::int32_t* levels, LevelFigures& figures) const;
    void restore(const std::int32_t* levels, const std::byte* base, std::size_t count,
                 std::byte* restored) const;

    bool bfloat16;
    float step;
    float inverse;
    float round;
    float scale;
    bool whole;
    float gain;
    std::array<float, 16> inward{};  ///< by magnitude of the level, up to 3
};

/// Linear levels of bf16, which is computed in float and rounded at the end.
class BFloat16LinearVectors : public LinearVectors {
 public:
    BFloat16LinearVectors(const Quantizer& quantizer, const PayloadModel& payload)
        : LinearVectors(quantizer, payload, true) {}
};

/// LogarithmicQuantizer's.
class LogarithmicVectors {
 public:
    LogarithmicVectors(const Quantizer& quantizer, const PayloadModel& payload);

    bool quantize(const std::byte* values, const std::byte* base, std::size_t count, std::byte* restored,
                  std::int32_t* levels, LevelFigures& figures) const;
    void restore(const std::int32_t* levels, const std::byte* base, std::size_t count,
                 std::byte* restored) const;

    int shift;
    std::int32_t offset;
    std::int32_t dead_zone;
};

}  // namespace stepvault
