#include "codec/lc_coder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "codec/huffman.h"

namespace stepvault {

namespace {

template <class Element>
typename Element::Bits load_element(const std::byte* data, std::size_t i) {
    typename Element::Bits bits;
    std::memcpy(&bits, data + i * sizeof(bits), sizeof(bits));
    return bits;
}

template <class Element>
void store_element(std::byte* data, std::size_t i, typename Element::Bits bits) {
    std::memcpy(data + i * sizeof(bits), &bits, sizeof(bits));
}

/// What a symbol makes of the base's element; the one place that both directions share.
template <class Element>
typename Element::Bits apply(typename Element::Bits base, typename Element::Real representative,
                             bool non_negative) {
    const auto value = Element::decode(base) + representative;
    if (non_negative && value < 0) return Element::encode(0);
    return Element::encode(value);
}

template <class Real>
struct BucketIndex;
template <>
struct BucketIndex<float> {
    static constexpr std::size_t size = 512;
    static std::size_t of(float delta) { return std::bit_cast<std::uint32_t>(delta) >> 23; }
    static std::size_t of(const BucketKey& key) {
        return (key.negative ? 256U : 0U) + static_cast<std::size_t>(key.exponent + 127);
    }
};
template <>
struct BucketIndex<double> {
    static constexpr std::size_t size = 4096;
    static std::size_t of(double delta) { return std::bit_cast<std::uint64_t>(delta) >> 52; }
    static std::size_t of(const BucketKey& key) {
        return (key.negative ? 2048U : 0U) + static_cast<std::size_t>(key.exponent + 1023);
    }
};

/// Elements kept exactly: (gap since the one before, bits).
struct Escapes {
    ByteWriter bytes;
    std::uint64_t count = 0;
    std::size_t next = 0;

    template <class Element>
    void add(std::size_t i, typename Element::Bits bits) {
        bytes.put_varint(i - next);
        bytes.put(bits);
        next = i + 1;
        ++count;
    }
};

template <class Element>
Bytes encode(ByteView values, ByteView base, std::span<const LcSegment> segments, MutableByteView restored) {
    using Real = typename Element::Real;
    using Index = BucketIndex<Real>;
    BitWriter bits;
    Escapes escapes;
    bool any_changed = false;
    std::size_t i = 0;
    std::vector<std::uint16_t> symbol_of(Index::size);
    for (const auto& segment : segments) {
        const auto& table = *segment.table;
        const HuffmanEncoder huffman(table.lengths);
        std::fill(symbol_of.begin(), symbol_of.end(), static_cast<std::uint16_t>(table.unchanged()));
        for (std::size_t k = 0; k < table.kept.size(); ++k) {
            symbol_of[Index::of(table.kept[k])] = static_cast<std::uint16_t>(k);
        }
        for (const auto end = i + segment.count; i < end; ++i) {
            const auto u = load_element<Element>(values.data(), i);
            const auto b = load_element<Element>(base.data(), i);
            auto result = b;
            std::size_t symbol = table.unchanged();
            if (u != b) {
                const Real delta = Element::decode(u) - Element::decode(b);
                bool escape = !std::isfinite(delta);
                if (!escape && delta != 0) {
                    symbol = symbol_of[Index::of(delta)];
                    if (symbol != table.unchanged()) {
                        result = apply<Element>(b, static_cast<Real>(table.representatives[symbol]),
                                                segment.non_negative);
                        escape = !std::isfinite(Element::decode(result));
                    }
                }
                if (escape) {
                    symbol = table.unchanged();
                    result = u;
                    escapes.add<Element>(i, u);
                }
            }
            any_changed |= symbol != table.unchanged();
            const auto code = huffman.code(symbol);
            bits.put(code.bits, code.length);
            store_element<Element>(restored.data(), i, result);
        }
    }
    if (!any_changed && escapes.count == 0) return {};
    ByteWriter out;
    out.put_varint(escapes.count);
    out.put_bytes(escapes.bytes.view());
    out.put_bytes(bits.finish());
    return out.take();
}

template <class Element>
Status decode(ByteView coded, ByteView base, std::span<const LcSegment> segments, MutableByteView out) {
    using Real = typename Element::Real;
    using Bits = typename Element::Bits;
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    const std::size_t count = out.size() / sizeof(Bits);
    ByteReader reader(coded);
    const auto escape_count = reader.get_varint();
    std::vector<std::pair<std::size_t, Bits>> escapes;
    std::uint64_t next = 0;
    for (std::uint64_t k = 0; k < escape_count; ++k) {
        const auto at = next + reader.get_varint();
        const auto bits = reader.get<Bits>();
        if (!reader.ok() || at >= count || at < next) return damaged;
        escapes.emplace_back(at, bits);
        next = at + 1;
    }
    BitReader stream(reader.get_bytes(reader.left()));
    std::size_t i = 0;
    for (const auto& segment : segments) {
        const auto& table = *segment.table;
        STEPVAULT_ASSIGN(huffman, HuffmanDecoder::create(table.lengths));
        std::vector<Real> representatives(table.representatives.size());
        std::transform(table.representatives.begin(), table.representatives.end(), representatives.begin(),
                       [](double r) { return static_cast<Real>(r); });
        const auto unchanged = table.unchanged();
        const auto end = i + segment.count;
        if (end > count) return damaged;
        if (table.kept.empty()) {
            std::memcpy(out.data() + i * sizeof(Bits), base.data() + i * sizeof(Bits),
                        segment.count * sizeof(Bits));
            i = end;
            continue;
        }
        for (; i < end; ++i) {
            const auto hit = huffman.decode(stream.window());
            stream.skip(hit.length);
            const auto b = load_element<Element>(base.data(), i);
            store_element<Element>(out.data(), i,
                                   hit.symbol == unchanged ? b
                                                           : apply<Element>(b, representatives[hit.symbol],
                                                                            segment.non_negative));
        }
    }
    if (i != count || !stream.finished()) return damaged;
    for (const auto& [at, bits] : escapes)
        store_element<Element>(out.data(), at, bits);
    return {};
}

template <class Element>
LossFigures figures(const std::byte* values, const std::byte* base, const std::byte* restored,
                    std::size_t count) {
    LossFigures f;
    for (std::size_t i = 0; i < count; ++i) {
        const auto bits = load_element<Element>(values, i);
        const auto base_bits = load_element<Element>(base, i);
        const auto restored_bits = load_element<Element>(restored, i);
        if (bits == base_bits && bits == restored_bits) continue;
        const auto u = static_cast<double>(Element::decode(bits));
        const auto b = static_cast<double>(Element::decode(base_bits));
        const auto r = static_cast<double>(Element::decode(restored_bits));
        if (!std::isfinite(u) || !std::isfinite(b)) continue;
        f.lost += (u - r) * (u - r);
        f.changed += (u - b) * (u - b);
        f.max_abs = std::max(f.max_abs, std::abs(u - r));
    }
    return f;
}

}  // namespace

void LossFigures::merge(const LossFigures& other) {
    lost += other.lost;
    changed += other.changed;
    max_abs = std::max(max_abs, other.max_abs);
}

double LossFigures::relative_error() const {
    return changed > 0 ? std::sqrt(lost / changed) : 0;
}

LossFigures loss_figures(DType dtype, const std::byte* values, const std::byte* base,
                         const std::byte* restored, std::size_t count) {
    return visit_float(dtype, [&](auto e) { return figures<decltype(e)>(values, base, restored, count); });
}

Bytes encode_lc(DType dtype, ByteView values, ByteView base, std::span<const LcSegment> segments,
                MutableByteView restored) {
    return visit_float(dtype, [&](auto e) { return encode<decltype(e)>(values, base, segments, restored); });
}

Status decode_lc(DType dtype, ByteView coded, ByteView base, std::span<const LcSegment> segments,
                 MutableByteView out) {
    return visit_float(dtype, [&](auto e) { return decode<decltype(e)>(coded, base, segments, out); });
}

}  // namespace stepvault
