// A payload's values to levels and back, block by block: by vectors where there are any for the element type.
#pragma once

#include <cstring>
#include <type_traits>

#include "codec/dynamic_quantizer.h"
#include "codec/dynamic_vectors.h"
#include "codec/level_vectors.h"
#include "codec/pair_packer.h"

namespace stepvault {

/// The vectors for an element's quantizer.
template <class Quantize>
struct VectorsFor {
    static constexpr bool exist = false;
    VectorsFor(const Quantizer&, const PayloadModel&) {}
};
template <>
struct VectorsFor<LinearQuantizer<F32>> : LinearVectors {
    static constexpr bool exist = true;
    using LinearVectors::LinearVectors;
};
template <>
struct VectorsFor<LinearQuantizer<BF16>> : BFloat16LinearVectors {
    static constexpr bool exist = true;
    using BFloat16LinearVectors::BFloat16LinearVectors;
};
template <>
struct VectorsFor<LogarithmicQuantizer<F32>> : LogarithmicVectors {
    static constexpr bool exist = true;
    using LogarithmicVectors::LogarithmicVectors;
};
template <class Element>
requires std::is_same_v<typename Element::Bits, std::uint8_t>
struct VectorsFor<LinearQuantizer<Element>> : DynamicVectors<Element, LinearVectors, 0> {
    static constexpr bool exist = true;
    using DynamicVectors<Element, LinearVectors, 0>::DynamicVectors;
};
template <class Element>
requires std::is_same_v<typename Element::Bits, std::uint8_t>
struct VectorsFor<LogarithmicQuantizer<Element>> : DynamicVectors<Element, LogarithmicVectors, 1> {
    static constexpr bool exist = true;
    using DynamicVectors<Element, LogarithmicVectors, 1>::DynamicVectors;
};

/// Quantizes the blocks of one payload. `Quantize`: from level_quantizer.h.
template <class Quantize>
class BlockQuantizer {
 public:
    using Bits = typename Quantize::Bits;

    BlockQuantizer(const Quantizer& quantizer, const PayloadModel& payload)
        : elements_(quantizer, payload), vectors_(quantizer, payload) {}

    /// Calls escaped(index, bits) for each element that must be kept exactly.
    template <class F>
    LevelFigures quantize(const std::byte* values, const std::byte* base, std::size_t count,
                          std::byte* restored, BlockLevels& levels, F&& escaped) const {
        LevelFigures figures;
        if constexpr (VectorsFor<Quantize>::exist) {
            if (vectors_.quantize(values, base, count, restored, levels.data(), figures)) return figures;
            figures = {};
        }
        for (std::size_t i = 0; i < count; ++i) {
            const auto u = load<Bits>({values, count * sizeof(Bits)}, i * sizeof(Bits));
            const auto b = load<Bits>({base, count * sizeof(Bits)}, i * sizeof(Bits));
            auto result = u;
            if (elements_.quantize(u, b, levels[i])) {
                result = elements_.restore(b, levels[i]);
            } else {
                levels[i] = 0;
                escaped(i, u);
            }
            figures.sum += static_cast<std::uint32_t>(std::abs(levels[i]));
            figures.changed |= result != b;
            std::memcpy(restored + i * sizeof(Bits), &result, sizeof(Bits));
        }
        return figures;
    }
    void restore(const BlockLevels& levels, const std::byte* base, std::size_t count, std::byte* out) const {
        if constexpr (VectorsFor<Quantize>::exist) {
            vectors_.restore(levels.data(), base, count, out);
        } else {
            for (std::size_t i = 0; i < count; ++i) {
                const auto b = load<Bits>({base, count * sizeof(Bits)}, i * sizeof(Bits));
                const auto result = elements_.restore(b, levels[i]);
                std::memcpy(out + i * sizeof(Bits), &result, sizeof(Bits));
            }
        }
    }

 private:
    Quantize elements_;
    VectorsFor<Quantize> vectors_;
};

}  // namespace stepvault
