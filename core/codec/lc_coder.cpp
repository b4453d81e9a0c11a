#include "codec/lc_coder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>
#include <vector>

#include "codec/huffman_packer.h"
#include "codec/lc_vectors.h"

namespace stepvault {

namespace {

template <class Element>
void store_element(std::byte* data, std::size_t i, typename Element::Bits bits) {
    std::memcpy(data + i * sizeof(bits), &bits, sizeof(bits));
}

/// The base's element after a symbol was applied; the one place that both directions share.
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

/// Done before one goes on with the next: small enough to stay in the nearest cache.
constexpr std::size_t block = 2048;

/// The vectors compute in floats; f64 does not fit them.
template <class Element>
bool fits_vectors(const LcTable& table) {
    return !std::is_same_v<Element, F64> && table.kept.size() <= LcVectors::most_kept;
}

using Floats = std::array<float, block>;

std::byte* bytes_of(Floats& floats) {
    return std::as_writable_bytes(std::span(floats)).data();
}

/// Most chunks have the table of the chunk before, and making a coder takes as long as a good part of a
/// chunk.
const HuffmanPacker& kept_packer(const std::vector<std::uint8_t>& lengths) {
    thread_local std::vector<std::uint8_t> kept_lengths;
    thread_local std::optional<HuffmanPacker> kept;
    if (!kept || kept_lengths != lengths) {
        kept.emplace(lengths);
        kept_lengths = lengths;
    }
    return *kept;
}

template <class Element>
class Encoder {
 public:
    Encoder(ByteView values, ByteView base, MutableByteView restored)
        : values_(values.data()), base_(base.data()), restored_(restored.data()) {}

    void add(const LcSegment& segment) {
        const auto& table = *segment.table;
        if (lengths_ != table.lengths) {
            pack_waiting();
            lengths_ = table.lengths;
            unchanged_.fill(static_cast<std::uint8_t>(table.unchanged()));
        }
        std::fill(symbol_of_.begin(), symbol_of_.end(), static_cast<std::uint8_t>(table.unchanged()));
        for (std::size_t k = 0; k < table.kept.size(); ++k)
            symbol_of_[Index::of(table.kept[k])] = static_cast<std::uint8_t>(k);
        std::optional<LcVectors> vectors;
        if (fits_vectors<Element>(table)) vectors.emplace(table, segment.non_negative);
        for (const auto end = at_ + segment.count; at_ < end;) {
            auto n = std::min(block, end - at_);
            auto outcome = LcVectors::Outcome::not_finite;
            if (vectors && n >= LcVectors::step) {
                n -= n % LcVectors::step;
                outcome = quantize(*vectors, n);
            }
            if (outcome == LcVectors::Outcome::unchanged) {
                waiting_ += n;
            } else {
                if (outcome == LcVectors::Outcome::not_finite) {
                    for (std::size_t i = 0; i < n; ++i)
                        symbols_[i] = quantize_one(segment, at_ + i);
                }
                pack_waiting();
                kept_packer(lengths_).pack(std::span(symbols_).first(n), bits_);
            }
            any_changed_ |= outcome == LcVectors::Outcome::changed;
            at_ += n;
        }
    }

    Bytes finish() {
        if (!any_changed_ && escapes_.count == 0) return {};
        pack_waiting();
        ByteWriter out;
        out.put_varint(escapes_.count);
        out.put_bytes(escapes_.bytes.view());
        out.put_bytes(bits_.finish());
        return out.take();
    }

 private:
    using Real = typename Element::Real;
    using Index = BucketIndex<Real>;

    LcVectors::Outcome quantize(const LcVectors& vectors, std::size_t n) {
        const auto* values = values_ + at_ * sizeof(typename Element::Bits);
        const auto* base = base_ + at_ * sizeof(typename Element::Bits);
        auto* restored = restored_ + at_ * sizeof(typename Element::Bits);
        if constexpr (std::is_same_v<Element, F32>) {
            return vectors.quantize(values, base, n, restored, symbols_.data());
        } else if constexpr (std::is_same_v<Element, F64>) {
            return LcVectors::Outcome::not_finite;
        } else {
            Floats u;
            Floats b;
            Floats r;
            decode_elements<Element>(values, std::span(u).first(n));
            decode_elements<Element>(base, std::span(b).first(n));
            const auto outcome = vectors.quantize(bytes_of(u), bytes_of(b), n, bytes_of(r), symbols_.data());
            if (outcome == LcVectors::Outcome::not_finite) return outcome;
            bool finite = true;
            for (std::size_t i = 0; i < n; ++i) {
                const auto bits = Element::encode(r[i]);
                finite &= std::isfinite(Element::decode(bits));
                store_element<Element>(restored, i, bits);
            }
            return finite ? outcome : LcVectors::Outcome::not_finite;
        }
    }

    void pack_waiting() {
        for (std::size_t n = 0; waiting_ > 0; waiting_ -= n) {
            n = std::min(block, waiting_);
            kept_packer(lengths_).pack(std::span(unchanged_).first(n), bits_);
        }
    }

    std::uint8_t quantize_one(const LcSegment& segment, std::size_t i) {
        const auto& table = *segment.table;
        const auto u = load_element<Element>(values_, i);
        const auto b = load_element<Element>(base_, i);
        auto result = b;
        std::size_t symbol = table.unchanged();
        if (u != b) {
            const Real delta = Element::decode(u) - Element::decode(b);
            bool escape = !std::isfinite(delta);
            if (!escape && delta != 0) {
                symbol = symbol_of_[Index::of(delta)];
                if (symbol != table.unchanged()) {
                    result = apply<Element>(b, static_cast<Real>(table.representatives[symbol]),
                                            segment.non_negative);
                    escape = !std::isfinite(Element::decode(result));
                }
            }
            if (escape) {
                symbol = table.unchanged();
                result = u;
                escapes_.template add<Element>(i, u);
            }
        }
        any_changed_ |= symbol != table.unchanged();
        store_element<Element>(restored_, i, result);
        return static_cast<std::uint8_t>(symbol);
    }

    const std::byte* values_;
    const std::byte* base_;
    std::byte* restored_;
    std::size_t at_ = 0;
    std::vector<std::uint8_t> lengths_;
    std::size_t waiting_ = 0;  ///< elements that did not change, not yet packed: often all in a chunk
    std::array<std::uint8_t, block> unchanged_;
    std::array<std::uint8_t, Index::size> symbol_of_;
    std::array<std::uint8_t, block> symbols_;
    BitWriter bits_;
    Escapes escapes_;
    bool any_changed_ = false;
};

const HuffmanDecoder* kept_decoder(const std::vector<std::uint8_t>& lengths) {
    thread_local std::vector<std::uint8_t> kept_lengths;
    thread_local std::optional<HuffmanDecoder> kept;
    if (!kept || kept_lengths != lengths) {
        kept.reset();
        auto made = HuffmanDecoder::create(lengths);
        if (!made.ok()) return nullptr;
        kept = std::move(*made);
        kept_lengths = lengths;
    }
    return &*kept;
}

template <class Element>
void restore(const LcSegment& segment, std::span<const std::uint8_t> symbols, const std::byte* base,
             std::byte* out) {
    using Real = typename Element::Real;
    const auto& table = *segment.table;
    std::size_t done = 0;
    if (fits_vectors<Element>(table)) {
        done = symbols.size() - symbols.size() % LcVectors::step;
        const LcVectors vectors(table, segment.non_negative);
        if constexpr (std::is_same_v<Element, F32>) {
            vectors.restore(symbols.data(), base, done, out);
        } else if constexpr (!std::is_same_v<Element, F64>) {
            Floats b;
            Floats r;
            decode_elements<Element>(base, std::span(b).first(done));
            vectors.restore(symbols.data(), bytes_of(b), done, bytes_of(r));
            for (std::size_t i = 0; i < done; ++i) {
                const bool changed = symbols[i] != table.unchanged();
                store_element<Element>(out, i,
                                       changed ? Element::encode(r[i]) : load_element<Element>(base, i));
            }
        }
    }
    for (auto i = done; i < symbols.size(); ++i) {
        const auto b = load_element<Element>(base, i);
        const bool changed = symbols[i] != table.unchanged();
        store_element<Element>(out, i,
                               changed
                                   ? apply<Element>(b, static_cast<Real>(table.representatives[symbols[i]]),
                                                    segment.non_negative)
                                   : b);
    }
}

template <class Element>
Status decode(ByteView coded, ByteView base, std::span<const LcSegment> segments, MutableByteView out) {
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
    std::array<std::uint8_t, block> symbols;
    std::size_t i = 0;
    for (const auto& segment : segments) {
        const auto end = i + segment.count;
        if (end > count) return damaged;
        if (segment.table->kept.empty()) {
            std::memcpy(out.data() + i * sizeof(Bits), base.data() + i * sizeof(Bits),
                        segment.count * sizeof(Bits));
            i = end;
            continue;
        }
        const auto* huffman = kept_decoder(segment.table->lengths);
        if (huffman == nullptr) return damaged;
        while (i < end) {
            const auto some = std::span(symbols).first(std::min(block, end - i));
            huffman->decode(stream, some);
            restore<Element>(segment, some, base.data() + i * sizeof(Bits), out.data() + i * sizeof(Bits));
            i += some.size();
        }
    }
    if (i != count || !stream.finished()) return damaged;
    for (const auto& [at, bits] : escapes)
        store_element<Element>(out.data(), at, bits);
    return {};
}

}  // namespace

Bytes encode_lc(DType dtype, ByteView values, ByteView base, std::span<const LcSegment> segments,
                MutableByteView restored) {
    return visit_float(dtype, [&](auto e) {
        Encoder<decltype(e)> encoder(values, base, restored);
        for (const auto& segment : segments)
            encoder.add(segment);
        return encoder.finish();
    });
}

Status decode_lc(DType dtype, ByteView coded, ByteView base, std::span<const LcSegment> segments,
                 MutableByteView out) {
    return visit_float(dtype, [&](auto e) { return decode<decltype(e)>(coded, base, segments, out); });
}

}  // namespace stepvault
