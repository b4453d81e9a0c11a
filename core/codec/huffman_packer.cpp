#include "codec/huffman_packer.h"

#include <array>
#include <cstring>

namespace stepvault {

namespace {

constexpr unsigned symbol_bits = 3;
constexpr std::size_t alphabet = 1U << symbol_bits;

HuffmanEncoder::Code join(HuffmanEncoder::Code a, HuffmanEncoder::Code b) {
    return {(a.bits << b.length) | b.bits, a.length + b.length};
}

}  // namespace

HuffmanPacker::HuffmanPacker(std::span<const std::uint8_t> lengths) : single_(lengths) {
    if (lengths.size() > alphabet) return;
    std::array<HuffmanEncoder::Code, alphabet * alphabet> twos;
    for (std::size_t a = 0; a < lengths.size(); ++a) {
        for (std::size_t b = 0; b < lengths.size(); ++b)
            twos[a * alphabet + b] = join(single_.code(a), single_.code(b));
    }
    fours_.resize(twos.size() * twos.size());
    for (std::size_t ab = 0; ab < twos.size(); ++ab) {
        for (std::size_t cd = 0; cd < twos.size(); ++cd)
            fours_[ab * twos.size() + cd] = join(twos[ab], twos[cd]);
    }
}

void HuffmanPacker::pack(std::span<const std::uint8_t> symbols, BitWriter& out) const {
    auto bits = out.begin(symbols.size() * huffman_longest);
    std::size_t i = 0;
    if (!fours_.empty()) {
        for (; i + 8 <= symbols.size(); i += 8) {
            // Pairs of symbols in every other byte, then fours in every other word of 16 bits.
            std::uint64_t s;
            std::memcpy(&s, symbols.data() + i, sizeof(s));
            const auto twos = (s * alphabet + (s >> 8)) & 0x00FF00FF00FF00FF;
            const auto fours = twos * alphabet * alphabet + (twos >> 16);
            const auto first = fours_[fours % (1U << (4 * symbol_bits))];
            const auto second = fours_[(fours >> 32) % (1U << (4 * symbol_bits))];
            bits.put((std::uint64_t{first.bits} << second.length) | second.bits,
                     first.length + second.length);
        }
    }
    for (; i < symbols.size(); ++i) {
        const auto code = single_.code(symbols[i]);
        bits.put(code.bits, code.length);
    }
    out.end(bits);
}

}  // namespace stepvault
