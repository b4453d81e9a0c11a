#include "codec/changes_coder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "codec/binary_coder.h"

namespace stepvault {

namespace {

constexpr std::uint64_t elements_of_change = 4;  ///< one in so many may have changed

/// The models of a number from 0 on: its length in bits, and the two bits behind the highest one. All others
/// are taken to be even.
template <int length_bits>
class NumberModel {
 public:
    void put(BinaryEncoder& out, std::uint64_t number) {
        const auto length = static_cast<int>(std::bit_width(number));
        std::size_t node = 1;
        for (int i = length_bits; i-- > 0;) {
            const bool bit = (length >> i & 1) != 0;
            out.put(lengths_[node], bit);
            node = 2 * node + (bit ? 1 : 0);
        }
        int left = length - 1;
        std::size_t place = 1;
        for (int i = 0; i < modelled && left > 0; ++i) {
            const bool bit = (number >> --left & 1U) != 0;
            out.put(highest_[static_cast<std::size_t>(length)][place], bit);
            place = 2 * place + (bit ? 1 : 0);
        }
        if (left > 0) out.put_raw(number, left);
    }
    std::uint64_t get(BinaryDecoder& in) {
        std::size_t node = 1;
        for (int i = 0; i < length_bits; ++i)
            node = 2 * node + (in.get(lengths_[node]) ? 1 : 0);
        const auto length = static_cast<int>(node - lengths_.size());
        if (length == 0) return 0;
        if (length > 64) return ~std::uint64_t{0};
        std::uint64_t number = 1;
        int left = length - 1;
        std::size_t place = 1;
        for (int i = 0; i < modelled && left > 0; ++i, --left) {
            const bool bit = in.get(highest_[static_cast<std::size_t>(length)][place]);
            place = 2 * place + (bit ? 1 : 0);
            number = number << 1U | (bit ? 1U : 0U);
        }
        return left > 0 ? number << static_cast<unsigned>(left) | in.get_raw(left) : number;
    }

 private:
    static constexpr int modelled = 2;
    std::array<BitModel, std::size_t{1} << length_bits> lengths_{};
    std::array<std::array<BitModel, std::size_t{1} << modelled>, std::size_t{1} << length_bits> highest_{};
};

/// The models of a change: its gap, sign and size. Sign and size go with those of the change before.
struct Models {
    NumberModel<5> gaps;
    std::array<BitModel, 2> signs{};
    std::array<NumberModel<7>, 2> sizes{};  ///< of the change, less 1
    bool was_negative = false;
    bool was_large = false;  ///< more than one unit

    void put(BinaryEncoder& out, std::uint64_t gap, bool is_negative, std::uint64_t size) {
        gaps.put(out, gap);
        out.put(signs[was_negative ? 1 : 0], is_negative);
        sizes[was_large ? 1 : 0].put(out, size - 1);
        remember(is_negative, size);
    }
    void remember(bool is_negative, std::uint64_t size) {
        was_negative = is_negative;
        was_large = size > 1;
    }
};

/// Stops counting beyond `most`.
template <class Bits>
std::uint64_t count_changes(ByteView values, ByteView base, std::uint64_t most) {
    constexpr std::size_t block = 1024 * sizeof(Bits);
    std::uint64_t changed = 0;
    for (std::size_t first = 0; first < values.size() && changed <= most; first += block) {
        for (auto at = first; at < std::min(first + block, values.size()); at += sizeof(Bits)) {
            Bits a;
            Bits b;
            std::memcpy(&a, values.data() + at, sizeof(Bits));
            std::memcpy(&b, base.data() + at, sizeof(Bits));
            changed += a != b ? 1 : 0;
        }
    }
    return changed;
}

template <class Bits>
std::optional<Bytes> encode(ByteView values, ByteView base, std::size_t most) {
    const auto limit = values.size() / sizeof(Bits) / elements_of_change;
    const auto changed = count_changes<Bits>(values, base, limit);
    if (changed > limit) return {};
    BinaryEncoder coder;
    Models models;
    std::uint64_t gap = 0;
    for (std::size_t at = 0; at < values.size(); at += sizeof(Bits), ++gap) {
        Bits a;
        Bits b;
        std::memcpy(&a, values.data() + at, sizeof(Bits));
        std::memcpy(&b, base.data() + at, sizeof(Bits));
        if (a == b) continue;
        const auto up = static_cast<Bits>(a - b);
        const auto down = static_cast<Bits>(b - a);
        const bool is_negative = down < up;
        models.put(coder, gap, is_negative, is_negative ? down : up);
        gap = static_cast<std::uint64_t>(-1);
    }
    ByteWriter out;
    out.put_varint(changed);
    out.put_bytes(coder.finish());
    if (out.size() > most) return {};
    return out.take();
}

template <class Bits>
Status decode(ByteView coded, ByteView base, MutableByteView out) {
    const Error damaged{ErrorCode::corrupt, "a chunk's changes do not fit its size"};
    const auto count = out.size() / sizeof(Bits);
    ByteReader in(coded);
    const auto changed = in.get_varint();
    if (!in.ok() || changed > count) return damaged;
    std::copy(base.begin(), base.end(), out.begin());
    BinaryDecoder decoder(in.get_bytes(in.left()));
    Models models;
    std::uint64_t next = 0;
    for (std::uint64_t i = 0; i < changed; ++i) {
        const auto gap = models.gaps.get(decoder);
        if (gap >= count - next) return damaged;
        const bool is_negative = decoder.get(models.signs[models.was_negative ? 1 : 0]);
        const auto size = models.sizes[models.was_large ? 1 : 0].get(decoder) + 1;
        models.remember(is_negative, size);
        const auto at = (next + gap) * sizeof(Bits);
        Bits b;
        std::memcpy(&b, base.data() + at, sizeof(Bits));
        const auto value =
            static_cast<Bits>(is_negative ? b - static_cast<Bits>(size) : b + static_cast<Bits>(size));
        std::memcpy(out.data() + at, &value, sizeof(Bits));
        next += gap + 1;
    }
    return {};
}

template <class F>
auto visit_bits(std::uint32_t item_size, F&& f) {
    switch (item_size) {
        case 1:
            return f(std::uint8_t{});
        case 2:
            return f(std::uint16_t{});
        case 4:
            return f(std::uint32_t{});
        default:
            return f(std::uint64_t{});
    }
}

}  // namespace

std::optional<Bytes> encode_changes(ByteView values, ByteView base, std::uint32_t item_size,
                                    std::size_t most) {
    return visit_bits(item_size, [&](auto bits) { return encode<decltype(bits)>(values, base, most); });
}

Status decode_changes(ByteView coded, ByteView base, std::uint32_t item_size, MutableByteView out) {
    return visit_bits(item_size, [&](auto bits) { return decode<decltype(bits)>(coded, base, out); });
}

}  // namespace stepvault
