// Canonical Huffman codes over small alphabets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/bit_stream.h"

namespace stepvault {

constexpr unsigned huffman_longest = 20;  ///< bits; longer codes are avoided when lengths are chosen

/// Code lengths in bits of an optimal prefix code; 0 for symbols that never occur, and for a lone symbol. Of
/// symbols with equal counts the one with the lower number gets the code that is not longer.
std::vector<std::uint8_t> huffman_lengths(std::span<const std::uint64_t> counts);

/// Codes by length, then by symbol number, written from their highest bit on; the first bit of the stream is
/// the highest bit of its first byte.
class HuffmanEncoder {
 public:
    explicit HuffmanEncoder(std::span<const std::uint8_t> lengths);

    struct Code {
        std::uint32_t bits = 0;
        std::uint32_t length = 0;
    };
    [[nodiscard]] Code code(std::size_t symbol) const { return codes_[symbol]; }

 private:
    std::vector<Code> codes_;
};

/// Decodes what HuffmanEncoder wrote.
class HuffmanDecoder {
 public:
    /// ErrorCode::corrupt where the lengths are no complete prefix code.
    static Result<HuffmanDecoder> create(std::span<const std::uint8_t> lengths);

    /// The symbol whose code leads `window` (64 bits of the stream, left-aligned) and the length of that
    /// code.
    struct Hit {
        std::uint16_t symbol = 0;
        std::uint16_t length = 0;
    };
    [[nodiscard]] Hit decode(std::uint64_t window) const {
        const auto& hit = table_[window >> (64 - table_bits)];
        return hit.length <= table_bits ? hit : decode_long(window);
    }
    /// The next symbols of a stream, of an alphabet of at most 256.
    void decode(BitReader& stream, std::span<std::uint8_t> symbols) const;

 private:
    static constexpr unsigned table_bits = 11;
    static constexpr unsigned run_bits = 10;

    /// All symbols that `run_bits` bits hold, up to 8.
    struct Run {
        std::uint64_t symbols = 0;  ///< a byte each, the first one lowest
        std::uint32_t count = 0;    ///< 0: the code is longer
        std::uint32_t length = 0;
    };
    void find_runs();
    [[nodiscard]] Hit decode_long(std::uint64_t window) const;

    std::vector<Hit> table_;
    std::vector<Run> runs_;
    std::vector<std::uint16_t> symbols_;  ///< by length, then number
    std::uint32_t first_code_[huffman_longest + 2] = {};
    std::uint32_t first_index_[huffman_longest + 2] = {};
};

}  // namespace stepvault
