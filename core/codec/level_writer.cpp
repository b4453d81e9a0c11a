#include "codec/level_writer.h"

#include <bit>

#include "codec/block_classes.h"

namespace stepvault {

namespace {

std::uint64_t zigzag(std::int32_t level) {
    return level < 0 ? 2 * static_cast<std::uint64_t>(-static_cast<std::int64_t>(level)) - 1
                     : 2 * static_cast<std::uint64_t>(level);
}

}  // namespace

LevelWriter::LevelWriter(std::size_t elements, const AdaptiveModel& model)
    : model_(model),
      packer_(model.table_of),
      keys_(std::make_unique_for_overwrite<std::uint16_t[]>(elements + PairPacker::most_pairs)) {}

void LevelWriter::add(BlockLevels& levels, const BlockOrder::Block& block, const LevelFigures& figures) {
    const int c = block_class(figures.sum,
                              block.shape != nullptr ? block.shape->weight : static_cast<float>(block.count));
    classes_.push_back(static_cast<std::uint8_t>(c));
    if (c == 0) return;
    const auto bits = low_bits_of(c);
    for (std::size_t i = 0; bits > 0 && i < block.count; ++i) {
        const auto biased = levels[i] + (std::int32_t{1} << (bits - 1));
        levels[i] = biased >> bits;
        low_.put(static_cast<std::uint32_t>(biased - levels[i] * (std::int32_t{1} << bits)), bits);
    }
    const auto escapes = packer_.pack(levels, block, c, keys_.get() + pairs_);
    for (std::size_t word = 0; word < escapes.size(); ++word) {
        for (auto left = escapes[word]; left != 0; left &= left - 1) {
            const auto i = 64 * word + static_cast<std::size_t>(std::countr_zero(left));
            escapes_.push_back({static_cast<std::uint32_t>(pairs_ + i / 2),
                                levels[block.shape != nullptr ? block.shape->order[i] : i]});
        }
    }
    pairs_ += (block.count + 1) / 2;
}

void LevelWriter::finish(ByteWriter& coded) {
    ByteWriter raw;
    const auto classes = encode_classes(classes_, model_, raw);
    ByteWriter symbols;
    const std::span<const std::uint16_t> keys(keys_.get(), pairs_);
    const auto unknown = model_.coder->encode(keys, symbols);
    put_raw(keys, unknown, escapes_, raw, [&](auto level) { raw.put_varint(zigzag(level)); });
    for (const auto& part : {raw.take(), low_.finish(), classes}) {
        coded.put_varint(part.size());
        coded.put_bytes(part);
    }
    coded.put_bytes(symbols.view());
}

}  // namespace stepvault
