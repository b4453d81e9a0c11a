// The quantizers of dynamic codes on a block: its codes become floats for the vectors of floats. They restore
// the same codes as LinearQuantizer and LogarithmicQuantizer; a level may differ where two levels restore the
// same code. Thread-safe.
#pragma once

#include <algorithm>
#include <cstring>

#include "codec/element.h"
#include "codec/level_vectors.h"
#include "codec/pair_packer.h"

namespace stepvault {

/// The values of a block's codes, at most block_size.
template <class Element>
struct DynamicBlock {
    DynamicBlock() = default;
    DynamicBlock(const std::byte* codes, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i)
            floats[i] = Element::decode(static_cast<std::uint8_t>(codes[i]));
    }
    [[nodiscard]] const std::byte* bytes() const { return reinterpret_cast<const std::byte*>(floats.data()); }
    [[nodiscard]] std::byte* bytes() { return reinterpret_cast<std::byte*>(floats.data()); }

    std::array<float, block_size> floats;
};

/// `lowest`: the least code of a value or result other than zero.
template <class Element, class Vectors, std::uint8_t lowest>
class DynamicVectors {
 public:
    DynamicVectors(const Quantizer& quantizer, const PayloadModel& payload) : floats_(quantizer, payload) {}

    bool quantize(const std::byte* values, const std::byte* base, std::size_t count, std::byte* restored,
                  std::int32_t* levels, LevelFigures& figures) const {
        // Only the single elements can tell whether a value of code 0 is as predicted.
        if (lowest > 0 && std::memchr(values, 0, count) != nullptr) return false;
        DynamicBlock<Element> result;
        if (!floats_.quantize(DynamicBlock<Element>(values, count).bytes(),
                              DynamicBlock<Element>(base, count).bytes(), count, result.bytes(), levels,
                              figures))
            return false;
        encode(result, count, restored);
        figures.changed = std::memcmp(restored, base, count) != 0;
        return true;
    }
    void restore(const std::int32_t* levels, const std::byte* base, std::size_t count,
                 std::byte* restored) const {
        DynamicBlock<Element> result;
        floats_.restore(levels, DynamicBlock<Element>(base, count).bytes(), count, result.bytes());
        encode(result, count, restored);
    }

 private:
    static void encode(const DynamicBlock<Element>& block, std::size_t count, std::byte* codes) {
        for (std::size_t i = 0; i < count; ++i) {
            const float value = block.floats[i];
            const auto code = Element::encode(value);
            codes[i] = std::byte{value == 0 ? code : std::max(lowest, code)};
        }
    }

    Vectors floats_;
};

}  // namespace stepvault
