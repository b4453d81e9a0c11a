// A range coder of single bits, each with an adaptive probability.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace stepvault {

/// The probability that a bit is 0, in 65536ths: a count of what it was so far. It settles after some hundred
/// bits, but never quite.
class BitModel {
 public:
    [[nodiscard]] std::uint32_t zero() const { return zero_; }
    void update(bool bit) {
        const auto target = bit ? 0 : 65536;
        zero_ = static_cast<std::uint32_t>(static_cast<std::int32_t>(zero_) +
                                           (target - static_cast<std::int32_t>(zero_)) / divisor_);
        if (zero_ < least) zero_ = least;
        if (zero_ > 65536 - least) zero_ = 65536 - least;
        if (divisor_ < slowest) ++divisor_;
    }

 private:
    static constexpr std::uint32_t least = 64;
    static constexpr std::int32_t slowest = 256;
    std::uint32_t zero_ = 32768;
    std::int32_t divisor_ = 2;
};

/// As FORMAT.md says, "changes".
class BinaryEncoder {
 public:
    void put(BitModel& model, bool bit) {
        const auto bound = (range_ >> 16U) * model.zero();
        if (bit) {
            low_ += bound;
            range_ -= bound;
        } else {
            range_ = bound;
        }
        model.update(bit);
        normalize();
    }
    /// Without a model, the highest of `bits` first.
    void put_raw(std::uint64_t value, int bits) {
        while (bits-- > 0) {
            range_ >>= 1U;
            if ((value >> static_cast<unsigned>(bits) & 1U) != 0) low_ += range_;
            normalize();
        }
    }
    /// Ends the code.
    Bytes finish() {
        // Several numbers end the code: takes the one that ends with the most zeros.
        for (unsigned zeros = 32; zeros-- > 0;) {
            const auto rest = (std::uint64_t{1} << zeros) - 1;
            const auto end = (low_ + rest) & ~rest;
            if (end - low_ >= range_) continue;
            low_ = end;
            break;
        }
        for (int i = 0; i < 5; ++i)
            shift_low();
        // The first byte is always 0; the decoder takes zeros behind the end.
        Bytes all(out_.view().begin() + 1, out_.view().end());
        while (!all.empty() && all.back() == std::byte{0})
            all.pop_back();
        return all;
    }

 private:
    void normalize() {
        while (range_ < (1U << 24U)) {
            range_ <<= 8U;
            shift_low();
        }
    }
    void shift_low() {
        const auto carry = static_cast<std::uint8_t>(low_ >> 32U);
        if (low_ < 0xFF000000U || carry != 0) {
            out_.put(static_cast<std::uint8_t>(held_ + carry));
            for (; waiting_ > 0; --waiting_)
                out_.put(static_cast<std::uint8_t>(0xFF + carry));
            held_ = static_cast<std::uint8_t>(low_ >> 24U);
        } else {
            ++waiting_;
        }
        low_ = (low_ & 0x00FFFFFFU) << 8U;
    }

    ByteWriter out_;
    std::uint64_t low_ = 0;
    std::uint32_t range_ = 0xFFFFFFFFU;
    std::uint8_t held_ = 0;      ///< the last byte, to which a carry may still be added
    std::uint64_t waiting_ = 0;  ///< bytes 0xFF behind it, through which a carry would run
};

/// Reads zeros behind the end of the code.
class BinaryDecoder {
 public:
    explicit BinaryDecoder(ByteView coded) : coded_(coded) {
        for (int i = 0; i < 4; ++i)
            code_ = code_ << 8U | next();
    }
    bool get(BitModel& model) {
        const auto bound = (range_ >> 16U) * model.zero();
        const bool bit = code_ >= bound;
        if (bit) {
            code_ -= bound;
            range_ -= bound;
        } else {
            range_ = bound;
        }
        model.update(bit);
        normalize();
        return bit;
    }
    std::uint64_t get_raw(int bits) {
        std::uint64_t value = 0;
        while (bits-- > 0) {
            range_ >>= 1U;
            const bool bit = code_ >= range_;
            if (bit) code_ -= range_;
            value = value << 1U | (bit ? 1U : 0U);
            normalize();
        }
        return value;
    }

 private:
    void normalize() {
        while (range_ < (1U << 24U)) {
            range_ <<= 8U;
            code_ = code_ << 8U | next();
        }
    }
    std::uint32_t next() { return at_ < coded_.size() ? static_cast<std::uint32_t>(coded_[at_++]) : 0; }

    ByteView coded_;
    std::size_t at_ = 0;
    std::uint32_t code_ = 0;
    std::uint32_t range_ = 0xFFFFFFFFU;
};

}  // namespace stepvault
