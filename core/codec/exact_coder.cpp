#include "codec/exact_coder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "codec/byte_planes.h"
#include "codec/changes_coder.h"
#include "codec/zstd_frame.h"

namespace stepvault {

namespace {

enum class PlaneMethod : std::uint8_t { stored = 0, constant = 1, zstd = 2 };

bool same_bytes(ByteView a, ByteView b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

Prediction prediction_of(ChunkMode mode) {
    return mode == ChunkMode::xor_planes   ? Prediction::exclusive
           : mode == ChunkMode::sub_planes ? Prediction::difference
                                           : Prediction::none;
}

/// Bytes that this thread uses again and again; what they held is lost at each call.
MutableByteView scratch(std::size_t size) {
    thread_local Bytes bytes;
    if (bytes.size() < size) bytes.resize(size);
    return MutableByteView(bytes).first(size);
}

constexpr std::size_t sample_blocks = 16;
constexpr std::size_t sample_block = 128;
constexpr std::size_t sample_most = sample_blocks * sample_block;

/// c * log2(c), for the counts that a sample can have.
float count_bits(std::uint32_t count) {
    static const auto table = [] {
        std::array<float, sample_most + 1> t{};
        for (std::size_t c = 1; c < t.size(); ++c)
            t[c] = static_cast<float>(static_cast<double>(c) * std::log2(static_cast<double>(c)));
        return t;
    }();
    return table[count];
}

/// Bits a byte that an order-0 coder would spend on a plane of the sample.
float plane_entropy(ByteView plane) {
    // Neighbours are often equal, and a counter cannot be changed twice at once.
    std::array<std::array<std::uint32_t, 256>, 4> counts{};
    for (std::size_t i = 0; i < plane.size(); ++i)
        ++counts[i % 4][static_cast<std::size_t>(plane[i])];
    float spent = 0;
    for (std::size_t b = 0; b < 256; ++b)
        spent += count_bits(counts[0][b] + counts[1][b] + counts[2][b] + counts[3][b]);
    const auto n = static_cast<std::uint32_t>(plane.size());
    return (count_bits(n) - spent) / static_cast<float>(n);
}

using PlaneEntropies = std::array<float, most_planes>;

float total(const PlaneEntropies& entropies) {
    return std::accumulate(entropies.begin(), entropies.end(), 0.0F);
}

PlaneEntropies plane_entropies(Prediction prediction, ByteView values, ByteView base,
                               std::uint32_t item_size) {
    std::array<std::byte, sample_most * most_planes> planes;
    split_planes(prediction, values, base, item_size, planes.data());
    PlaneEntropies entropies{};
    const auto count = values.size() / item_size;
    for (std::uint32_t p = 0; p < item_size; ++p)
        entropies[p] = plane_entropy(ByteView(planes).subspan(p * count, count));
    return entropies;
}

/// Blocks from all over the chunk: tensors of several kinds may lie in it.
Bytes take_sample(ByteView data, std::uint32_t item_size) {
    const auto count = data.size() / item_size;
    if (count <= sample_most) return {data.begin(), data.end()};
    Bytes sample;
    sample.reserve(sample_most * item_size);
    for (std::size_t k = 0; k < sample_blocks; ++k) {
        const auto first = (count - sample_block) * k / (sample_blocks - 1);
        const auto block = data.subspan(first * item_size, sample_block * item_size);
        sample.insert(sample.end(), block.begin(), block.end());
    }
    return sample;
}

/// Changes that take more than this part of the values' bytes are no sparse ones.
constexpr std::size_t few_bytes_of_changes = 2;
/// Byte planes cannot be this many times smaller than the values where there are changes at all.
constexpr std::size_t sure_of_changes = 40;

std::uint32_t unit_of_changes(std::uint32_t item_size) {
    return std::min<std::uint32_t>(item_size, 8);
}

/// A sample of that many random bytes seems to hold 7.91 bits in each.
constexpr float incompressible = 7.85F;

void encode_plane(ByteView plane, float entropy, ByteWriter& out) {
    if (std::memcmp(plane.data(), plane.data() + 1, plane.size() - 1) == 0) {
        out.put(PlaneMethod::constant);
        out.put(plane[0]);
        return;
    }
    Bytes coded;
    if (entropy < incompressible) coded = zstd_compress(plane, ZstdMode::huffman_only);
    // Only where a bit a symbol is too much can matches pay.
    if (!coded.empty() && coded.size() * 8 < plane.size()) {
        auto matched = zstd_compress(plane, ZstdMode::fast);
        if (matched.size() < coded.size()) coded = std::move(matched);
    }
    if (coded.empty() || coded.size() >= plane.size()) {
        out.put(PlaneMethod::stored);
        out.put_bytes(plane);
    } else {
        out.put(PlaneMethod::zstd);
        out.put_varint(coded.size());
        out.put_bytes(coded);
    }
}

Bytes encode_planes(Prediction prediction, const PlaneEntropies& entropies, ByteView values, ByteView base,
                    std::uint32_t item_size) {
    const auto planes = scratch(values.size());
    split_planes(prediction, values, base, item_size, planes.data());
    const auto count = values.size() / item_size;
    // Kept, so that only the result is allocated, in its final size.
    thread_local ByteWriter out;
    out.clear();
    for (std::uint32_t p = 0; p < item_size; ++p)
        encode_plane(planes.subspan(p * count, count), entropies[p], out);
    return {out.view().begin(), out.view().end()};
}

Status decode_planes(Prediction prediction, ByteView coded, ByteView base, std::uint32_t item_size,
                     MutableByteView out) {
    const auto count = out.size() / item_size;
    const auto unpacked = scratch(out.size());
    ByteReader in(coded);
    PlanePointers planes{};
    for (std::uint32_t p = 0; p < item_size; ++p) {
        const Error damaged{ErrorCode::corrupt, "a byte plane is damaged"};
        const auto plane = unpacked.subspan(p * count, count);
        planes[p] = plane.data();
        switch (in.get<PlaneMethod>()) {
            case PlaneMethod::constant:
                std::fill(plane.begin(), plane.end(), static_cast<std::byte>(in.get<std::uint8_t>()));
                break;
            case PlaneMethod::stored:
                planes[p] = in.get_bytes(count).data();
                break;
            case PlaneMethod::zstd:
                STEPVAULT_TRY(zstd_decompress(in.get_bytes(in.get_varint()), plane));
                break;
            default:
                return damaged;
        }
        if (!in.ok()) return damaged;
    }
    if (in.left() != 0) return Error{ErrorCode::corrupt, "bytes are left over behind the byte planes"};
    merge_planes(prediction, planes, base, item_size, out);
    return {};
}

}  // namespace

std::optional<CodedChunk> encode_exact_changes(ByteView values, ByteView base, std::uint32_t item_size,
                                               std::size_t most) {
    if (base.size() != values.size()) return {};
    auto changes = encode_changes(values, base, unit_of_changes(item_size), most);
    if (!changes) return {};
    return CodedChunk{ChunkMode::changes, std::move(*changes)};
}

CodedChunk encode_exact(ByteView values, ByteView base, std::uint32_t item_size) {
    if (same_bytes(values, base) || values.empty()) return {};
    auto changes = encode_exact_changes(values, base, item_size, values.size() / few_bytes_of_changes);
    if (changes && changes->bytes.size() * sure_of_changes < values.size()) return std::move(*changes);
    const auto sample = take_sample(values, item_size);
    auto mode = ChunkMode::plain_planes;
    auto entropies = plane_entropies(Prediction::none, sample, {}, item_size);
    if (!base.empty()) {
        const auto base_sample = take_sample(base, item_size);
        for (const auto candidate : {ChunkMode::xor_planes, ChunkMode::sub_planes}) {
            const auto trial = plane_entropies(prediction_of(candidate), sample, base_sample, item_size);
            if (total(trial) < total(entropies)) {
                entropies = trial;
                mode = candidate;
            }
        }
    }
    auto coded = encode_planes(prediction_of(mode), entropies, values, base, item_size);
    if (changes && changes->bytes.size() <= coded.size()) return std::move(*changes);
    if (coded.size() >= values.size()) return {ChunkMode::stored, Bytes(values.begin(), values.end())};
    return {mode, std::move(coded)};
}

CodedChunk encode_bytes(ByteView values, ByteView base, bool large) {
    if (same_bytes(values, base)) return {};
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
            return decode_planes(Prediction::none, coded, {}, item_size, out);
        case ChunkMode::xor_planes:
        case ChunkMode::sub_planes:
            return decode_planes(prediction_of(mode), coded, base, item_size, out);
        case ChunkMode::changes:
            return decode_changes(coded, base, unit_of_changes(item_size), out);
        case ChunkMode::zstd:
            return zstd_decompress(coded, out);
        case ChunkMode::zstd_prefix:
            return zstd_decompress(coded, out, base);
        default:
            return damaged;
    }
}

}  // namespace stepvault
