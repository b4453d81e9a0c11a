// Symbols to bits by a canonical Huffman code, four at a time where the alphabet is small.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/huffman.h"

namespace stepvault {

class HuffmanPacker {
 public:
    explicit HuffmanPacker(std::span<const std::uint8_t> lengths);

    void pack(std::span<const std::uint8_t> symbols, BitWriter& out) const;

 private:
    HuffmanEncoder single_;
    std::vector<HuffmanEncoder::Code> fours_;  ///< empty where four codes could be too long for one word
};

}  // namespace stepvault
