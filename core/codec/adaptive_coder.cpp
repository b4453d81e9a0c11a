#include "codec/adaptive_coder.h"

#include <cstring>

#include "codec/block_quantizer.h"
#include "codec/level_reader.h"
#include "codec/level_writer.h"

namespace stepvault {

namespace {

template <class Quantize>
Bytes encode(ByteView values, ByteView base, std::span<const AdaptiveSegment> segments,
             const AdaptiveModel& model, MutableByteView restored) {
    using Bits = typename Quantize::Bits;
    ByteWriter escapes;
    std::uint64_t escape_count = 0;
    std::size_t next = 0;
    LevelWriter writer(values.size() / sizeof(Bits), model);
    BlockLevels levels{};
    bool changed = false;
    std::size_t first = 0;
    for (const auto& segment : segments) {
        const BlockQuantizer<Quantize> quantizer(model.quantizer, *segment.payload);
        BlockOrder::Cursor blocks(segment.payload->order, segment.first);
        for (std::size_t left = segment.count; left > 0;) {
            const auto block = blocks.next(left);
            const auto at = first * sizeof(Bits);
            const auto figures =
                quantizer.quantize(values.data() + at, base.data() + at, block.count, restored.data() + at,
                                   levels, [&](std::size_t i, Bits bits) {
                                       escapes.put_varint(first + i - next);
                                       escapes.put(bits);
                                       next = first + i + 1;
                                       ++escape_count;
                                   });
            changed |= figures.changed;
            writer.add(levels, block, figures);
            first += block.count;
            left -= block.count;
        }
    }
    if (!changed && escape_count == 0) return {};

    ByteWriter coded;
    coded.put_varint(escape_count);
    coded.put_bytes(escapes.view());
    if (model.coder) writer.finish(coded);
    return coded.take();
}

template <class Quantize>
Status decode(ByteView coded, ByteView base, std::span<const AdaptiveSegment> segments,
              const AdaptiveModel& model, MutableByteView out) {
    using Bits = typename Quantize::Bits;
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    const auto count = out.size() / sizeof(Bits);
    ByteReader in(coded);
    std::vector<std::pair<std::size_t, Bits>> escapes;
    const auto escape_count = in.get_varint();
    std::uint64_t next = 0;
    for (std::uint64_t k = 0; k < escape_count; ++k) {
        const auto at = next + in.get_varint();
        const auto bits = in.get<Bits>();
        if (!in.ok() || at >= count || at < next) return damaged;
        escapes.emplace_back(at, bits);
        next = at + 1;
    }

    LevelReader reader(segments);
    if (reader.elements() != count) return damaged;
    if (model.coder) STEPVAULT_TRY(reader.read(in, model));
    BlockLevels levels{};
    std::size_t first = 0;
    for (const auto& segment : segments) {
        const BlockQuantizer<Quantize> quantizer(model.quantizer, *segment.payload);
        // A logarithmic payload has the default scale, and a linear one the default offset.
        const bool keeps_base =
            segment.payload->scale == PayloadModel::whole_base && segment.payload->offset == 0;
        for (std::size_t left = segment.count; left > 0;) {
            STEPVAULT_ASSIGN(n, reader.next(levels));
            const auto at = first * sizeof(Bits);
            if (n.still && keeps_base) {
                std::memmove(out.data() + at, base.data() + at, n.count * sizeof(Bits));
            } else {
                if (n.still) levels = {};
                quantizer.restore(levels, base.data() + at, n.count, out.data() + at);
            }
            first += n.count;
            left -= n.count;
        }
    }
    if (!reader.finished() || in.left() != 0) return damaged;
    for (const auto& [at, bits] : escapes)
        std::memcpy(out.data() + at * sizeof(Bits), &bits, sizeof(Bits));
    return {};
}

}  // namespace

Bytes encode_adaptive(DType dtype, ByteView values, ByteView base, std::span<const AdaptiveSegment> segments,
                      const AdaptiveModel& model, MutableByteView restored) {
    return visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        return model.quantizer.kind == Quantizer::Kind::linear
                   ? encode<LinearQuantizer<E>>(values, base, segments, model, restored)
                   : encode<LogarithmicQuantizer<E>>(values, base, segments, model, restored);
    });
}

Status decode_adaptive(DType dtype, ByteView coded, ByteView base, std::span<const AdaptiveSegment> segments,
                       const AdaptiveModel& model, MutableByteView out) {
    return visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        return model.quantizer.kind == Quantizer::Kind::linear
                   ? decode<LinearQuantizer<E>>(coded, base, segments, model, out)
                   : decode<LogarithmicQuantizer<E>>(coded, base, segments, model, out);
    });
}

}  // namespace stepvault
