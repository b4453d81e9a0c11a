#include "codec/exact_coder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "codec/zstd_frame.h"

namespace stepvault {

namespace {

enum class PlaneMethod : std::uint8_t { stored = 0, constant = 1, zstd = 2 };

template <class T>
T zigzag(T difference) {
    return static_cast<T>(static_cast<T>(difference << 1) ^
                          static_cast<T>(T{0} - static_cast<T>(difference >> (8 * sizeof(T) - 1))));
}

template <class T>
T unzigzag(T code) {
    return static_cast<T>(static_cast<T>(code >> 1) ^ static_cast<T>(T{0} - static_cast<T>(code & 1)));
}

template <class T>
void predict(ChunkMode mode, ByteView values, ByteView base, MutableByteView out) {
    for (std::size_t at = 0; at < values.size(); at += sizeof(T)) {
        const T u = load<T>(values, at);
        const T b = load<T>(base, at);
        const T coded =
            mode == ChunkMode::xor_planes ? static_cast<T>(u ^ b) : zigzag<T>(static_cast<T>(u - b));
        std::memcpy(out.data() + at, &coded, sizeof(T));
    }
}

template <class T>
void unpredict(ChunkMode mode, ByteView base, MutableByteView data) {
    for (std::size_t at = 0; at < data.size(); at += sizeof(T)) {
        const T coded = load<T>(data, at);
        const T b = load<T>(base, at);
        const T u = mode == ChunkMode::xor_planes ? static_cast<T>(coded ^ b)
                                                  : static_cast<T>(unzigzag<T>(coded) + b);
        std::memcpy(data.data() + at, &u, sizeof(T));
    }
}

/// Calls f with an unsigned integer of the element's size; complex elements count as pairs of their halves.
template <class F>
void with_integer(std::uint32_t item_size, F&& f) {
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

/// Bits that an order-0 coder would spend on the byte planes of `data`.
double plane_entropy(ByteView data, std::uint32_t item_size) {
    double bits = 0;
    for (std::uint32_t plane = 0; plane < item_size; ++plane) {
        std::array<std::uint32_t, 256> counts{};
        for (std::size_t at = plane; at < data.size(); at += item_size)
            ++counts[static_cast<std::size_t>(data[at])];
        const auto n = static_cast<double>(data.size() / item_size);
        for (const auto c : counts) {
            if (c > 0) bits -= c * std::log2(c / n);
        }
    }
    return bits;
}

Bytes encode_planes(ByteView data, std::uint32_t item_size) {
    const auto count = data.size() / item_size;
    ByteWriter out;
    Bytes plane(count);
    for (std::uint32_t p = 0; p < item_size; ++p) {
        for (std::size_t i = 0; i < count; ++i)
            plane[i] = data[i * item_size + p];
        if (std::all_of(plane.begin(), plane.end(), [&](std::byte b) { return b == plane[0]; })) {
            out.put(PlaneMethod::constant);
            out.put(plane[0]);
            continue;
        }
        auto coded = zstd_compress(plane, ZstdMode::huffman_only);
        // Only where symbols hardly need a bit each can matches pay.
        if (coded.size() * 4 < count) {
            auto matched = zstd_compress(plane, ZstdMode::fast);
            if (matched.size() < coded.size()) coded = std::move(matched);
        }
        if (coded.size() >= count) {
            out.put(PlaneMethod::stored);
            out.put_bytes(plane);
        } else {
            out.put(PlaneMethod::zstd);
            out.put_varint(coded.size());
            out.put_bytes(coded);
        }
    }
    return out.take();
}

Status decode_planes(ByteView coded, std::uint32_t item_size, MutableByteView out) {
    const auto count = out.size() / item_size;
    ByteReader in(coded);
    Bytes plane(count);
    for (std::uint32_t p = 0; p < item_size; ++p) {
        const Error damaged{ErrorCode::corrupt, "a byte plane is damaged"};
        switch (in.get<PlaneMethod>()) {
            case PlaneMethod::constant:
                std::fill(plane.begin(), plane.end(), static_cast<std::byte>(in.get<std::uint8_t>()));
                break;
            case PlaneMethod::stored: {
                const auto bytes = in.get_bytes(count);
                if (!in.ok()) return damaged;
                std::copy(bytes.begin(), bytes.end(), plane.begin());
                break;
            }
            case PlaneMethod::zstd:
                STEPVAULT_TRY(zstd_decompress(in.get_bytes(in.get_varint()), plane));
                break;
            default:
                return damaged;
        }
        if (!in.ok()) return damaged;
        for (std::size_t i = 0; i < count; ++i)
            out[i * item_size + p] = plane[i];
    }
    if (in.left() != 0) return Error{ErrorCode::corrupt, "bytes are left over behind the byte planes"};
    return {};
}

}  // namespace

CodedChunk encode_exact(ByteView values, ByteView base, std::uint32_t item_size) {
    if (values.empty() || std::equal(values.begin(), values.end(), base.begin(), base.end())) return {};
    auto mode = ChunkMode::plain_planes;
    Bytes predicted;
    if (!base.empty()) {
        const auto sample = std::min<std::size_t>(values.size(), std::size_t{16384} * item_size);
        const auto head = values.first(sample);
        const auto base_head = base.first(sample);
        double best = plane_entropy(head, item_size);
        Bytes trial(sample);
        for (const auto candidate : {ChunkMode::xor_planes, ChunkMode::sub_planes}) {
            with_integer(item_size, [&](auto t) { predict<decltype(t)>(candidate, head, base_head, trial); });
            const auto bits = plane_entropy(trial, item_size);
            if (bits < best) {
                best = bits;
                mode = candidate;
            }
        }
        if (mode != ChunkMode::plain_planes) {
            predicted.resize(values.size());
            with_integer(item_size, [&](auto t) { predict<decltype(t)>(mode, values, base, predicted); });
        }
    }
    auto coded = encode_planes(mode == ChunkMode::plain_planes ? values : ByteView(predicted), item_size);
    if (coded.size() >= values.size()) return {ChunkMode::stored, Bytes(values.begin(), values.end())};
    return {mode, std::move(coded)};
}

CodedChunk encode_bytes(ByteView values, ByteView base, bool large) {
    if (std::equal(values.begin(), values.end(), base.begin(), base.end())) return {};
    const auto mode = large ? ZstdMode::fast : ZstdMode::small;
    CodedChunk best{ChunkMode::zstd, zstd_compress(values, mode)};
    if (!base.empty()) {
        auto referring = zstd_compress(values, mode, base);
        if (referring.size() < best.bytes.size()) best = {ChunkMode::zstd_prefix, std::move(referring)};
    }
    if (best.bytes.size() >= values.size()) return {ChunkMode::stored, Bytes(values.begin(), values.end())};
    return best;
}

Status decode_exact(ChunkMode mode, ByteView coded, ByteView base, std::uint32_t item_size,
                    MutableByteView out) {
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    const bool element_wise = mode != ChunkMode::zstd_prefix;
    if (out.size() % item_size != 0) return damaged;
    if (needs_base(mode) && element_wise && base.size() != out.size()) return damaged;
    switch (mode) {
        case ChunkMode::same:
            if (!coded.empty()) return damaged;
            std::copy(base.begin(), base.end(), out.begin());
            return {};
        case ChunkMode::stored:
            if (coded.size() != out.size()) return damaged;
            std::copy(coded.begin(), coded.end(), out.begin());
            return {};
        case ChunkMode::plain_planes:
            return decode_planes(coded, item_size, out);
        case ChunkMode::xor_planes:
        case ChunkMode::sub_planes:
            STEPVAULT_TRY(decode_planes(coded, item_size, out));
            with_integer(item_size, [&](auto t) { unpredict<decltype(t)>(mode, base, out); });
            return {};
        case ChunkMode::zstd:
            return zstd_decompress(coded, out);
        case ChunkMode::zstd_prefix:
            return zstd_decompress(coded, out, base);
        default:
            return damaged;
    }
}

}  // namespace stepvault
