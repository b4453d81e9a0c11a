// The layout of a stored checkpoint: its files, their regions, and the streams that carry them.
// A stream is a row of payloads of one type and group, laid end to end in the order of the files. It is cut
// into chunks that are coded and decoded independently. Stream 0 is the skeleton: all raw regions of all
// files, end to end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "container/dtype.h"
#include "container/tensor_role.h"

namespace stepvault {

struct StoredFile {
    std::string path;  ///< inside the checkpoint's folder; empty for a checkpoint of one file
    std::uint64_t size = 0;
    std::string format;
    std::string note;
};

/// A payload region of a file, and its place in its stream.
struct StoredPayload {
    static constexpr std::uint32_t itself = 0xFFFFFFFFU;

    std::uint32_t file = 0;
    std::uint64_t offset = 0;  ///< in the file
    std::uint64_t length = 0;  ///< bytes
    DType dtype = DType::opaque;
    Role role = Role::other;
    bool optimizer = false;
    std::uint32_t stream = 0;
    std::uint32_t table = 0;  ///< index into the stream's bucket tables
    /// An earlier payload of the same stream with the same bytes, or `itself`. A copy has no place of its own
    /// in the stream; its `first` is that of the original.
    std::uint32_t same_as = itself;
    /// The fp32 payload whose elements, rounded to this type, are the elements of this payload of bf16 or f16
    /// weights, or `itself`. A rounding has no place in its own stream; its `first` is in that payload's.
    std::uint32_t rounds = itself;
    std::uint64_t rounds_at = 0;  ///< element of that payload that gives this one's first
    std::string name;
    std::uint64_t first = 0;  ///< first element in the stream; follows from the order, not stored

    /// True if the stream holds the payload's elements.
    [[nodiscard]] bool has_place() const { return same_as == itself && rounds == itself; }
    [[nodiscard]] std::uint64_t count() const { return length / item_size(dtype); }
};

/// A tensor in a payload. Several tensors may share one payload.
struct StoredTensor {
    std::uint32_t payload = 0;
    std::string name;
    DType dtype = DType::opaque;
    std::uint64_t offset = 0;  ///< elements
    std::vector<std::uint64_t> shape;
    std::vector<std::int64_t> stride;  ///< elements
};

/// A CRC-32 field in a file that covers a range of the same file.
struct StoredCrc {
    std::uint32_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t begin = 0;
    std::uint64_t length = 0;
    bool holds =
        true;  ///< the original's value was right: zero in the skeleton, computed again when restoring
};

/// How all chunks of a stream are coded; the values are those on disk.
enum class StreamCoding : std::uint8_t { bytes = 0, exact = 1, lc = 2, adaptive = 3, runs = 4 };

/// Whether a payload may restore to other bits than its original's.
constexpr bool is_lossy(StreamCoding coding) {
    return coding == StreamCoding::lc || coding == StreamCoding::adaptive || coding == StreamCoding::runs;
}

/// A row of payloads, end to end, cut into chunks.
struct StoredStream {
    StreamCoding coding = StreamCoding::bytes;
    DType dtype = DType::opaque;
    std::string group;
    std::uint32_t chunk_elements = 0;
    std::uint64_t count = 0;                ///< elements; follows from payloads or raw ranges, not stored
    std::vector<std::uint32_t> payloads{};  ///< in order; follows from StepLayout::payloads, not stored

    [[nodiscard]] std::uint64_t chunks() const { return (count + chunk_elements - 1) / chunk_elements; }
    [[nodiscard]] std::uint64_t chunk_first(std::uint64_t chunk) const { return chunk * chunk_elements; }
    [[nodiscard]] std::uint64_t chunk_count(std::uint64_t chunk) const {
        return std::min<std::uint64_t>(chunk_elements, count - chunk_first(chunk));
    }
    [[nodiscard]] std::uint64_t chunk_bytes(std::uint64_t chunk) const {
        return chunk_count(chunk) * item_size(dtype);
    }
};

/// Bytes of a file that are kept unchanged.
struct RawRange {
    std::uint32_t file = 0;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
};

/// Weight of the block order of each payload in a stream with a level model.
constexpr std::uint64_t weight_of_order = 384;
/// Upper limit of StepLayout::weight().
constexpr std::uint64_t heaviest_layout = std::uint64_t{1} << 29;

/// Describes every byte of every file of a checkpoint.
struct StepLayout {
    std::vector<StoredFile> files;
    std::vector<StoredPayload> payloads;  ///< by file and offset
    std::vector<StoredTensor> tensors;
    std::vector<StoredCrc> crcs;
    std::vector<StoredStream> streams;

    /// Fills in the fields that follow from the others. ErrorCode::corrupt if payloads overlap, lie outside
    /// their file, or refer to something that does not exist.
    Status complete();
    /// The payload whose place in its stream holds the elements of payload `p`, perhaps among others.
    [[nodiscard]] std::uint32_t carrier(std::uint32_t p) const {
        const auto& payload = payloads[p];
        if (payload.rounds != StoredPayload::itself) return payload.rounds;
        return payload.same_as != StoredPayload::itself ? payload.same_as : p;
    }
    /// For each payload the roundings of it.
    [[nodiscard]] std::vector<std::vector<std::uint32_t>> roundings() const;
    [[nodiscard]] std::vector<RawRange> raw_ranges() const;
    [[nodiscard]] std::uint64_t total_bytes() const;
    /// Approximate memory of the layout in bytes, as FORMAT.md counts it: some records take a hundred times
    /// their stored size.
    [[nodiscard]] std::uint64_t weight() const;

    void write(ByteWriter& out) const;
    /// ErrorCode::corrupt, also for a layout heavier than heaviest_layout.
    static Result<StepLayout> read(ByteReader& in);
};

/// Calls f(payload index, first element within the payload, count, byte offset within [first, first+count) of
/// the stream) for each payload that a range of elements of a payload stream touches.
template <class F>
Status for_each_part(const StepLayout& layout, const StoredStream& stream, std::uint64_t first,
                     std::uint64_t count, F&& f) {
    auto at = std::upper_bound(
        stream.payloads.begin(), stream.payloads.end(), first,
        [&](std::uint64_t value, std::uint32_t p) { return value < layout.payloads[p].first; });
    if (at != stream.payloads.begin()) --at;
    const auto end = first + count;
    for (auto position = first; position < end && at != stream.payloads.end(); ++at) {
        const auto& payload = layout.payloads[*at];
        const auto inside = position - payload.first;
        const auto n = std::min(payload.count() - inside, end - position);
        STEPVAULT_TRY(f(*at, inside, n, (position - first) * item_size(stream.dtype)));
        position += n;
    }
    return {};
}

/// Calls f(rounding, its first element, offset in the part, count) for each rounding of payload `p` that has
/// elements in a part of it: `count` elements from `inside` on. `roundings`: StepLayout::roundings(). Offsets
/// and counts are in elements.
template <class F>
Status for_each_rounding(const StepLayout& layout, const std::vector<std::vector<std::uint32_t>>& roundings,
                         std::uint32_t p, std::uint64_t inside, std::uint64_t count, F&& f) {
    for (const auto r : roundings[p]) {
        const auto& rounding = layout.payloads[r];
        const auto begin = std::max(inside, rounding.rounds_at);
        const auto end = std::min(inside + count, rounding.rounds_at + rounding.count());
        if (begin >= end) continue;
        auto status = f(r, begin - rounding.rounds_at, begin - inside, end - begin);
        if (!status) return status;
    }
    return {};
}

}  // namespace stepvault
