#include "codec/level_reader.h"

#include "codec/block_classes.h"
#include "codec/level_quantizer.h"

namespace stepvault {

namespace {

std::int32_t unzigzag(std::uint64_t code) {
    return static_cast<std::int32_t>(code >> 1U) ^ -static_cast<std::int32_t>(code & 1U);
}

}  // namespace

LevelReader::LevelReader(std::span<const AdaptiveSegment> segments) {
    for (const auto& segment : segments) {
        BlockOrder::Cursor cursor(segment.payload->order, segment.first);
        for (std::size_t left = segment.count; left > 0; left -= blocks_.back().count)
            blocks_.push_back(cursor.next(left));
        elements_ += segment.count;
    }
    classes_.resize(blocks_.size());
}

Status LevelReader::read(ByteReader& in, const AdaptiveModel& model) {
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    ByteReader raw(in.get_bytes(in.get_varint()));
    low_ = LowBitReader(in.get_bytes(in.get_varint()));
    const auto class_code = in.get_bytes(in.get_varint());
    if (!in.ok()) return damaged;
    STEPVAULT_TRY(decode_classes(class_code, model, raw, classes_));
    const PairPacker packer(model.table_of);
    const auto room = elements_ + PairPacker::most_pairs;
    const auto tables = std::make_unique_for_overwrite<std::uint8_t[]>(room);
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        if (classes_[i] == 0) continue;
        packer.tables(blocks_[i], classes_[i], tables.get() + pairs);
        pairs += (blocks_[i].count + 1) / 2;
    }
    pairs_ = std::make_unique_for_overwrite<std::uint8_t[]>(room);
    STEPVAULT_TRY(model.coder->decode(in.get_bytes(in.left()), {tables.get(), pairs}, {pairs_.get(), pairs}));
    read_raw(raw, pairs);
    if (!raw.ok() || raw.left() != 0) return damaged;
    return {};
}

void LevelReader::read_raw(ByteReader& raw, std::size_t pairs) {
    std::vector<std::uint32_t> positions;
    PairPacker::find_escapes(pairs_.get(), pairs, positions);
    const auto read_level = [&](std::size_t half) {
        const auto code = raw.get_varint();
        const bool possible = code <= 4U * static_cast<std::uint64_t>(most_level);
        escapes_.push_back({half, possible ? unzigzag(code) : 0});
    };
    for (const std::size_t at : positions) {
        auto& pair = pairs_[at];
        if (pair == PairTable::raw_pair) pair = raw.get<std::uint8_t>();
        if ((pair & 15U) == escape_code) read_level(2 * at);
        if (pair >> 4U == escape_code) read_level(2 * at + 1);
    }
}

Result<LevelReader::Next> LevelReader::next(BlockLevels& levels) {
    const auto& block = blocks_[next_block_];
    const int c = classes_[next_block_++];
    if (c == 0) return Next{block.count, true};
    const auto first = next_pair_;
    next_pair_ += (block.count + 1) / 2;
    PairPacker::unpack(pairs_.get() + first, block, levels);
    for (; next_escape_ < escapes_.size() && escapes_[next_escape_].half < 2 * next_pair_; ++next_escape_) {
        const auto i = escapes_[next_escape_].half - 2 * first;
        if (i < block.count)
            levels[block.shape != nullptr ? block.shape->order[i] : i] = escapes_[next_escape_].level;
    }
    const auto bits = low_bits_of(c);
    for (std::size_t i = 0; bits > 0 && i < block.count; ++i) {
        const auto wide = static_cast<std::int64_t>(levels[i]) * (std::int64_t{1} << bits) + low_.get(bits) -
                          (std::int64_t{1} << (bits - 1));
        if (std::abs(wide) > most_level) return Error{ErrorCode::corrupt, "a level is damaged"};
        levels[i] = static_cast<std::int32_t>(wide);
    }
    return Next{block.count, false};
}

}  // namespace stepvault
