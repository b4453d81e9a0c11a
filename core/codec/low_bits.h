// Numbers of few bits, packed from the lowest bit on.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace stepvault {

class LowBitWriter {
 public:
    void put(std::uint32_t value, unsigned bits) {
        held_ |= std::uint64_t{value} << count_;
        for (count_ += bits; count_ >= 8; count_ -= 8) {
            out_.put(static_cast<std::uint8_t>(held_));
            held_ >>= 8U;
        }
    }
    Bytes finish() {
        if (count_ > 0) out_.put(static_cast<std::uint8_t>(held_));
        return out_.take();
    }

 private:
    ByteWriter out_;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
};

/// Past the end it reads zeros, and finished() is false.
class LowBitReader {
 public:
    explicit LowBitReader(ByteView bytes) : bytes_(bytes) {}
    std::uint32_t get(unsigned bits) {
        while (count_ < bits) {
            held_ |= static_cast<std::uint64_t>(at_ < bytes_.size() ? bytes_[at_] : std::byte{0}) << count_;
            ++at_;
            count_ += 8;
        }
        const auto value = static_cast<std::uint32_t>(held_ & ((std::uint64_t{1} << bits) - 1));
        held_ >>= bits;
        count_ -= bits;
        return value;
    }
    [[nodiscard]] bool finished() const { return at_ == bytes_.size(); }

 private:
    ByteView bytes_;
    std::size_t at_ = 0;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
};

}  // namespace stepvault
