#include "codec/adaptive_coder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "codec/level_quantizer.h"

namespace stepvault {

namespace {

constexpr int first_previous_class = 12;

std::int32_t unzigzag(std::uint64_t code) {
    return static_cast<std::int32_t>(code >> 1U) ^ -static_cast<std::int32_t>(code & 1U);
}

std::uint64_t zigzag(std::int32_t level) {
    return level < 0 ? 2 * static_cast<std::uint64_t>(-static_cast<std::int64_t>(level)) - 1
                     : 2 * static_cast<std::uint64_t>(level);
}

/// Calls f(segment, first element of the chunk, block) for each block of the chunk, in order.
template <class F>
Status for_each_block(std::span<const AdaptiveSegment> segments, F&& f) {
    std::size_t at = 0;
    for (const auto& segment : segments) {
        for (std::size_t done = 0; done < segment.count;) {
            const auto block = segment.payload->order.block_at(segment.first + done, segment.count - done);
            STEPVAULT_TRY(f(segment, at + done, block));
            done += block.count;
        }
        at += segment.count;
    }
    return {};
}

/// The classes of a chunk's blocks as pairs of differences; those too large follow in `raw`.
std::vector<std::uint8_t> pair_classes(std::span<const std::uint8_t> classes, const AdaptiveModel& model,
                                       ByteWriter& raw) {
    std::vector<std::uint8_t> symbols((classes.size() + 1) / 2);
    int previous = first_previous_class;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        std::array<unsigned, 2> codes{8, 8};
        std::array<bool, 2> escaped{};
        for (std::size_t k = 0; k < 2 && 2 * i + k < classes.size(); ++k) {
            const int difference = classes[2 * i + k] - previous;
            escaped[k] = std::abs(difference) > largest_level;
            codes[k] = escaped[k] ? escape_code : static_cast<unsigned>(difference + 8);
            previous = classes[2 * i + k];
        }
        const auto pair = static_cast<std::uint8_t>(codes[0] | codes[1] << 4U);
        const bool known = pair != PairTable::raw_pair && model.coder->has(model.table_of[0], pair);
        symbols[i] = known ? pair : PairTable::raw_pair;
        if (!known) raw.put(pair);
        for (std::size_t k = 0; k < 2; ++k) {
            if (escaped[k]) raw.put(classes[2 * i + k]);
        }
    }
    return symbols;
}

Status unpair_classes(std::span<const std::uint8_t> symbols, ByteReader& raw,
                      std::span<std::uint8_t> classes) {
    int previous = first_previous_class;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        const auto pair = symbols[i] == PairTable::raw_pair ? raw.get<std::uint8_t>() : symbols[i];
        for (std::size_t k = 0; k < 2 && 2 * i + k < classes.size(); ++k) {
            const unsigned code = k == 0 ? pair & 15U : pair >> 4U;
            const int c =
                code == escape_code ? raw.get<std::uint8_t>() : previous + static_cast<int>(code) - 8;
            if (c < 0 || c > highest_class) return Error{ErrorCode::corrupt, "a block's class is damaged"};
            classes[2 * i + k] = static_cast<std::uint8_t>(c);
            previous = c;
        }
    }
    return {};
}

/// Packs numbers of few bits, lowest first.
class LowBitWriter {
 public:
    void put(std::uint32_t value, unsigned bits) {
        held_ |= std::uint64_t{value} << count_;
        for (count_ += bits; count_ >= 8; count_ -= 8) {
            out_.put(static_cast<std::uint8_t>(held_));
            held_ >>= 8U;
        }
    }
    Bytes finish() {
        if (count_ > 0) out_.put(static_cast<std::uint8_t>(held_));
        return out_.take();
    }

 private:
    ByteWriter out_;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
};

class LowBitReader {
 public:
    explicit LowBitReader(ByteView bytes) : bytes_(bytes) {}
    std::uint32_t get(unsigned bits) {
        while (count_ < bits) {
            held_ |= static_cast<std::uint64_t>(at_ < bytes_.size() ? bytes_[at_] : std::byte{0}) << count_;
            ++at_;
            count_ += 8;
        }
        const auto value = static_cast<std::uint32_t>(held_ & ((std::uint64_t{1} << bits) - 1));
        held_ >>= bits;
        count_ -= bits;
        return value;
    }
    [[nodiscard]] bool finished() const { return at_ == bytes_.size(); }

 private:
    ByteView bytes_;
    std::size_t at_ = 0;
    std::uint64_t held_ = 0;
    unsigned count_ = 0;
};

using Levels = std::array<std::int32_t, block_size>;

/// Everything of a chunk but its classes, as it is collected block by block.
struct Collected {
    std::vector<std::uint8_t> symbols;
    std::vector<std::uint8_t> contexts;
    ByteWriter raw;
    LowBitWriter low;
};

void add_levels(const Levels& levels, const BlockOrder::Block& block, int block_class,
                const AdaptiveModel& model, Collected& out) {
    const auto bits = low_bits_of(block_class);
    std::array<std::int32_t, block_size + 1> high;
    for (std::size_t i = 0; i < block.count; ++i) {
        high[i] = levels[i];
        if (bits > 0) {
            const auto biased = levels[i] + (std::int32_t{1} << (bits - 1));
            high[i] = biased >> bits;
            out.low.put(static_cast<std::uint32_t>(biased - high[i] * (std::int32_t{1} << bits)), bits);
        }
    }
    const auto* order = block.shape != nullptr ? block.shape->order.data() : nullptr;
    for (std::size_t i = 0; i < block.count; i += 2) {
        const auto a = high[order != nullptr ? order[i] : i];
        const auto b = i + 1 < block.count ? high[order != nullptr ? order[i + 1] : i + 1] : 0;
        const auto code = [](std::int32_t l) {
            return std::abs(l) > largest_level ? escape_code : static_cast<unsigned>(l + 8);
        };
        const auto pair = static_cast<std::uint8_t>(code(a) | code(b) << 4U);
        const auto context =
            model
                .table_of[pair_context(block_class, block.shape != nullptr ? block.shape->shifts[i / 2] : 0)];
        const bool known = pair != PairTable::raw_pair && model.coder->has(context, pair);
        out.symbols.push_back(known ? pair : PairTable::raw_pair);
        out.contexts.push_back(context);
        if (!known) out.raw.put(pair);
        if (code(a) == escape_code) out.raw.put_varint(zigzag(a));
        if (code(b) == escape_code) out.raw.put_varint(zigzag(b));
    }
}

template <class Element, class Quantize>
Bytes encode(ByteView values, ByteView base, std::span<const AdaptiveSegment> segments,
             const AdaptiveModel& model, MutableByteView restored) {
    using Bits = typename Element::Bits;
    ByteWriter escapes;
    std::uint64_t escape_count = 0;
    std::size_t next = 0;
    std::vector<std::uint8_t> classes;
    Collected out;
    bool changed = false;
    (void)for_each_block(
        segments, [&](const AdaptiveSegment& segment, std::size_t first, auto block) -> Status {
            const Quantize quantizer(model.quantizer, *segment.payload);
            Levels levels;
            std::uint64_t sum = 0;
            for (std::size_t i = 0; i < block.count; ++i) {
                const auto at = (first + i) * sizeof(Bits);
                const auto u = load<Bits>(values, at);
                const auto b = load<Bits>(base, at);
                auto result = u;
                if (quantizer.quantize(u, b, levels[i])) {
                    result = quantizer.restore(b, levels[i]);
                } else {
                    levels[i] = 0;
                    escapes.put_varint(first + i - next);
                    escapes.put(u);
                    next = first + i + 1;
                    ++escape_count;
                }
                sum += static_cast<std::uint64_t>(std::abs(levels[i]));
                changed |= result != b;
                std::memcpy(restored.data() + at, &result, sizeof(Bits));
            }
            const int c = block_class(
                sum, block.shape != nullptr ? block.shape->weight : static_cast<float>(block.count));
            classes.push_back(static_cast<std::uint8_t>(c));
            if (c != 0) add_levels(levels, block, c, model, out);
            return {};
        });
    if (!changed && escape_count == 0) return {};

    ByteWriter coded;
    coded.put_varint(escape_count);
    coded.put_bytes(escapes.view());
    if (!model.coder) return coded.take();
    ByteWriter raw;
    const auto class_symbols = pair_classes(classes, model, raw);
    raw.put_bytes(out.raw.view());
    coded.put_varint(raw.size());
    coded.put_bytes(raw.view());
    const auto low = out.low.finish();
    coded.put_varint(low.size());
    coded.put_bytes(low);
    ByteWriter class_code;
    model.coder->encode(class_symbols, std::vector<std::uint8_t>(class_symbols.size(), model.table_of[0]),
                        class_code);
    coded.put_varint(class_code.size());
    coded.put_bytes(class_code.view());
    model.coder->encode(out.symbols, out.contexts, coded);
    return coded.take();
}

/// Reads what add_levels() wrote of one block, `symbols` being those of the block.
Status take_levels(std::span<const std::uint8_t> symbols, const BlockOrder::Block& block, int block_class,
                   ByteReader& raw, LowBitReader& low, Levels& levels) {
    const auto bits = low_bits_of(block_class);
    const auto level_of = [&](unsigned code) {
        if (code != escape_code) return static_cast<std::int32_t>(code) - 8;
        const auto zigzagged = raw.get_varint();
        return zigzagged > 4U * static_cast<std::uint64_t>(most_level) ? 0 : unzigzag(zigzagged);
    };
    const auto* order = block.shape != nullptr ? block.shape->order.data() : nullptr;
    for (std::size_t i = 0; i < block.count; i += 2) {
        const unsigned pair =
            symbols[i / 2] == PairTable::raw_pair ? raw.get<std::uint8_t>() : symbols[i / 2];
        const auto a = level_of(pair & 15U);
        const auto b = level_of(pair >> 4U);
        levels[order != nullptr ? order[i] : i] = a;
        if (i + 1 < block.count) levels[order != nullptr ? order[i + 1] : i + 1] = b;
    }
    if (bits > 0) {
        for (std::size_t i = 0; i < block.count; ++i) {
            const auto wide = static_cast<std::int64_t>(levels[i]) * (std::int64_t{1} << bits) +
                              low.get(bits) - (std::int64_t{1} << (bits - 1));
            if (std::abs(wide) > most_level) return Error{ErrorCode::corrupt, "a level is damaged"};
            levels[i] = static_cast<std::int32_t>(wide);
        }
    }
    return {};
}

template <class Element, class Quantize>
Status decode(ByteView coded, ByteView base, std::span<const AdaptiveSegment> segments,
              const AdaptiveModel& model, MutableByteView out) {
    using Bits = typename Element::Bits;
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

    std::vector<BlockOrder::Block> blocks;
    std::size_t covered = 0;
    (void)for_each_block(segments, [&](const AdaptiveSegment&, std::size_t, auto block) -> Status {
        blocks.push_back(block);
        covered += block.count;
        return {};
    });
    if (covered != count) return damaged;
    std::vector<std::uint8_t> classes(blocks.size());
    std::vector<std::uint8_t> symbols;
    ByteReader raw(ByteView{});
    LowBitReader low(ByteView{});
    if (model.coder) {
        raw = ByteReader(in.get_bytes(in.get_varint()));
        low = LowBitReader(in.get_bytes(in.get_varint()));
        const auto class_code = in.get_bytes(in.get_varint());
        if (!in.ok()) return damaged;
        std::vector<std::uint8_t> class_symbols((classes.size() + 1) / 2);
        const std::vector<std::uint8_t> class_contexts(class_symbols.size(), model.table_of[0]);
        STEPVAULT_TRY(model.coder->decode(class_code, class_contexts, class_symbols));
        STEPVAULT_TRY(unpair_classes(class_symbols, raw, classes));
        std::vector<std::uint8_t> contexts;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            for (std::size_t pair = 0; classes[i] != 0 && pair < (blocks[i].count + 1) / 2; ++pair) {
                contexts.push_back(model.table_of[pair_context(
                    classes[i], blocks[i].shape != nullptr ? blocks[i].shape->shifts[pair] : 0)]);
            }
        }
        symbols.resize(contexts.size());
        STEPVAULT_TRY(model.coder->decode(in.get_bytes(in.left()), contexts, symbols));
    }

    std::size_t index = 0;
    std::size_t symbol = 0;
    STEPVAULT_TRY(for_each_block(
        segments, [&](const AdaptiveSegment& segment, std::size_t first, auto block) -> Status {
            const Quantize quantizer(model.quantizer, *segment.payload);
            Levels levels{};
            const int c = classes[index++];
            if (c != 0) {
                const auto pairs = (block.count + 1) / 2;
                STEPVAULT_TRY(
                    take_levels(std::span(symbols).subspan(symbol, pairs), block, c, raw, low, levels));
                symbol += pairs;
            }
            for (std::size_t i = 0; i < block.count; ++i) {
                const auto at = (first + i) * sizeof(Bits);
                const auto result = quantizer.restore(load<Bits>(base, at), levels[i]);
                std::memcpy(out.data() + at, &result, sizeof(Bits));
            }
            return {};
        }));
    if (!raw.ok() || raw.left() != 0 || !low.finished() || in.left() != 0) return damaged;
    for (const auto& [at, bits] : escapes)
        std::memcpy(out.data() + at * sizeof(Bits), &bits, sizeof(Bits));
    return {};
}

}  // namespace

int block_class(std::uint64_t sum, float weight) {
    if (sum == 0) return 0;
    const auto mean = static_cast<float>(sum) / weight;
    return std::clamp(static_cast<int>(std::lround(2 * std::log2(mean))) + 15, first_class, highest_class);
}

Bytes encode_adaptive(DType dtype, ByteView values, ByteView base, std::span<const AdaptiveSegment> segments,
                      const AdaptiveModel& model, MutableByteView restored) {
    return visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        return model.quantizer.kind == Quantizer::Kind::linear
                   ? encode<E, LinearQuantizer<E>>(values, base, segments, model, restored)
                   : encode<E, LogarithmicQuantizer<E>>(values, base, segments, model, restored);
    });
}

Status decode_adaptive(DType dtype, ByteView coded, ByteView base, std::span<const AdaptiveSegment> segments,
                       const AdaptiveModel& model, MutableByteView out) {
    return visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        return model.quantizer.kind == Quantizer::Kind::linear
                   ? decode<E, LinearQuantizer<E>>(coded, base, segments, model, out)
                   : decode<E, LogarithmicQuantizer<E>>(coded, base, segments, model, out);
    });
}

}  // namespace stepvault
