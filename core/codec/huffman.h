// Canonical Huffman codes over small alphabets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"

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

 private:
    static constexpr unsigned table_bits = 11;
    [[nodiscard]] Hit decode_long(std::uint64_t window) const;

    std::vector<Hit> table_;
    std::vector<std::uint16_t> symbols_;  ///< by length, then number
    std::uint32_t first_code_[huffman_longest + 2] = {};
    std::uint32_t first_index_[huffman_longest + 2] = {};
};

/// Collects bits, highest first.
class BitWriter {
 public:
    void put(std::uint32_t bits, unsigned count) {
        held_ = (held_ << count) | bits;
        held_count_ += count;
        while (held_count_ >= 8) {
            held_count_ -= 8;
            bytes_.push_back(static_cast<std::byte>(held_ >> held_count_));
        }
    }
    /// Fills the last byte with zeros.
    Bytes finish() {
        if (held_count_ > 0) put(0, 8 - held_count_);
        return std::move(bytes_);
    }

 private:
    Bytes bytes_;
    std::uint64_t held_ = 0;
    unsigned held_count_ = 0;
};

/// Shows the next 57 bits or more of a stream, left-aligned; zeros behind its end.
class BitReader {
 public:
    explicit BitReader(ByteView bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint64_t window() {
        while (held_count_ <= 56) {
            const std::uint64_t next = at_ < bytes_.size() ? static_cast<std::uint64_t>(bytes_[at_]) : 0;
            ++at_;
            held_ |= next << (56 - held_count_);
            held_count_ += 8;
        }
        return held_;
    }
    void skip(unsigned count) {
        held_ <<= count;
        held_count_ -= count;
        used_ += count;
    }
    /// True if no more bits were used than there were, and less than a byte is left over.
    [[nodiscard]] bool finished() const { return (used_ + 7) / 8 == bytes_.size(); }

 private:
    ByteView bytes_;
    std::size_t at_ = 0;
    std::uint64_t held_ = 0;
    unsigned held_count_ = 0;
    std::uint64_t used_ = 0;
};

}  // namespace stepvault
