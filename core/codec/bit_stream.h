// Streams of bits: the first bit is the highest bit of the first byte.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/bytes.h"

namespace stepvault {

/// Collects bits, highest first.
class BitWriter {
 public:
    BitWriter() = default;
    BitWriter(const BitWriter&) = delete;
    BitWriter& operator=(const BitWriter&) = delete;

    /// Where the next bits go, for fast loops: as a local variable it stays in registers.
    struct Cursor {
        std::byte* at;
        std::uint64_t held = 0;   ///< the lowest `held_count` bits are not yet whole bytes
        unsigned held_count = 0;  ///< below 8

        /// At most 56 bits.
        void put(std::uint64_t bits, unsigned count) {
            held = (held << count) | bits;
            held_count += count;
            const std::uint64_t left_aligned = __builtin_bswap64((held << 1) << (63 - held_count));
            std::memcpy(at, &left_aligned, sizeof(left_aligned));
            at += held_count / 8;
            held_count %= 8;
        }
    };

    /// Room for so many bits, to be put through the cursor and handed back.
    [[nodiscard]] Cursor begin(std::size_t bits) {
        const auto used = size();
        const auto needed = used + bits / 8 + 2 * sizeof(std::uint64_t);
        if (bytes_.size() < needed) bytes_.resize(std::max(needed, 2 * bytes_.size()));
        cursor_.at = bytes_.data() + used;
        return cursor_;
    }
    void end(Cursor cursor) { cursor_ = cursor; }

    void put(std::uint32_t bits, unsigned count) {
        auto cursor = begin(count);
        cursor.put(bits, count);
        end(cursor);
    }
    /// Fills the last byte with zeros. Valid as long as the writer is.
    [[nodiscard]] ByteView finish() const {
        return ByteView(bytes_).first(size() + (cursor_.held_count > 0 ? 1 : 0));
    }

 private:
    [[nodiscard]] std::size_t size() const {
        return cursor_.at == nullptr ? 0 : static_cast<std::size_t>(cursor_.at - bytes_.data());
    }

    Bytes bytes_;
    Cursor cursor_{nullptr};
};

/// Shows the next 57 bits or more of a stream, left-aligned; zeros behind its end.
class BitReader {
 public:
    explicit BitReader(ByteView bytes) : bytes_(bytes) {}

    [[nodiscard]] std::uint64_t window() {
        if (at_ + sizeof(std::uint64_t) <= bytes_.size()) {
            held_ |= __builtin_bswap64(load<std::uint64_t>(bytes_, at_)) >> held_count_;
            at_ += (63 - held_count_) / 8;
            held_count_ |= 56;
            return held_;
        }
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
