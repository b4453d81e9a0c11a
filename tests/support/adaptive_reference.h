// A slow, plain implementation of scheme `adaptive` from FORMAT.md, with which the tests compare the
// vectorized coder. The two share only the frequencies of pairs, the quantizers of single elements and the
// low bits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "codec/adaptive_coder.h"
#include "codec/dynamic_quantizer.h"
#include "codec/low_bits.h"

namespace stepvault::test::reference {

constexpr std::uint32_t lowest_state = 1U << 16;

using Tables = std::vector<PairTable>;

inline Bytes encode_pairs(const Tables& tables, std::span<const std::uint8_t> pairs,
                          std::span<const std::uint8_t> contexts) {
    const auto lanes = lanes_for(pairs.size());
    std::vector<std::uint32_t> states(lanes, lowest_state);
    std::vector<std::uint16_t> words;
    for (auto i = pairs.size(); i-- > 0;) {
        const auto frequency = tables[contexts[i]].frequency(pairs[i]);
        auto& x = states[i % lanes];
        if (x >= std::uint64_t{frequency} << 20U) {
            words.push_back(static_cast<std::uint16_t>(x));
            x >>= 16U;
        }
        x = (x / frequency << PairTable::precision) + x % frequency + tables[contexts[i]].start(pairs[i]);
    }
    ByteWriter out;
    for (const auto x : states)
        out.put(x);
    for (auto w = words.rbegin(); w != words.rend(); ++w)
        out.put(*w);
    return out.take();
}

inline Status decode_pairs(const Tables& tables, ByteView coded, std::span<const std::uint8_t> contexts,
                           std::span<std::uint8_t> pairs) {
    const auto lanes = lanes_for(pairs.size());
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    ByteReader in(coded);
    std::vector<std::uint32_t> states(lanes);
    for (auto& x : states)
        x = in.get<std::uint32_t>();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto& table = tables[contexts[i]];
        auto& x = states[i % lanes];
        const auto slot = x & (PairTable::total - 1);
        unsigned pair = 255;
        while (table.frequency(static_cast<std::uint8_t>(pair)) == 0 ||
               table.start(static_cast<std::uint8_t>(pair)) > slot)
            --pair;
        pairs[i] = static_cast<std::uint8_t>(pair);
        x = table.frequency(pairs[i]) * (x >> PairTable::precision) + slot - table.start(pairs[i]);
        if (x < lowest_state) x = x << 16U | in.get<std::uint16_t>();
    }
    const bool ended = std::all_of(states.begin(), states.end(), [](auto x) { return x == lowest_state; });
    if (!in.ok() || in.left() != 0 || !ended) return damaged;
    return {};
}

inline int block_class(std::uint64_t sum, float weight) {
    if (sum == 0) return 0;
    const auto mean = static_cast<float>(sum) / weight;
    return std::clamp(static_cast<int>(std::lround(2 * std::log2(mean))) + 15, first_class, highest_class);
}

constexpr int first_previous_class = 12;

inline std::int32_t unzigzag(std::uint64_t code) {
    return static_cast<std::int32_t>(code >> 1U) ^ -static_cast<std::int32_t>(code & 1U);
}

inline std::uint64_t zigzag(std::int32_t level) {
    return level < 0 ? 2 * static_cast<std::uint64_t>(-static_cast<std::int64_t>(level)) - 1
                     : 2 * static_cast<std::uint64_t>(level);
}

/// A block's order, like BlockOrder.
struct Block {
    std::size_t count = 0;
    bool shaped = false;
    std::vector<std::size_t> order;
    std::vector<int> shifts;
    float weight = 0;
};

inline Block block_at(std::span<const std::int8_t> classes, std::uint64_t position, std::uint64_t left) {
    const std::uint64_t columns = classes.size();
    const auto blocks = (columns + block_size - 1) / block_size;
    const auto length = columns == 0           ? block_size
                        : columns > block_size ? (columns + blocks - 1) / blocks
                                               : block_size / columns * columns;
    const auto period = columns > block_size ? columns : length;
    const auto first = position % period / length * length;
    const auto end = std::min(first + length, period);
    Block block;
    block.count = std::min(end - position % period, left);
    block.shaped = columns > 0 && block.count == end - first;
    block.weight = block.shaped ? 0 : static_cast<float>(block.count);
    const auto class_of = [&](std::size_t i) { return classes[(first + i) % columns]; };
    for (std::size_t i = 0; i < block.count; ++i) {
        block.order.push_back(i);
        if (block.shaped) block.weight += std::exp2(0.5F * static_cast<float>(class_of(i)));
    }
    if (block.shaped) {
        std::stable_sort(block.order.begin(), block.order.end(),
                         [&](auto a, auto b) { return class_of(a) < class_of(b); });
    }
    for (std::size_t i = 0; i < block.count; i += 2) {
        const auto second = std::min(i + 1, block.count - 1);
        block.shifts.push_back(block.shaped ? (class_of(block.order[i]) + class_of(block.order[second])) >> 1
                                            : 0);
    }
    return block;
}

/// Calls f(segment, first element of the chunk, block) for each block of the chunk, in order.
template <class F>
Status for_each_block(std::span<const AdaptiveSegment> segments, F&& f) {
    std::size_t at = 0;
    for (const auto& segment : segments) {
        for (std::size_t done = 0; done < segment.count;) {
            const auto block =
                block_at(segment.payload->order.classes(), segment.first + done, segment.count - done);
            STEPVAULT_TRY(f(segment, at + done, block));
            done += block.count;
        }
        at += segment.count;
    }
    return {};
}

/// The classes of a chunk's blocks as pairs of differences; differences that do not fit follow in `raw`.
inline std::vector<std::uint8_t> pair_classes(std::span<const std::uint8_t> classes,
                                              const AdaptiveModel& model, const Tables& tables,
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
        const bool known = pair != PairTable::raw_pair && tables[model.table_of[0]].frequency(pair) != 0;
        symbols[i] = known ? pair : PairTable::raw_pair;
        if (!known) raw.put(pair);
        for (std::size_t k = 0; k < 2; ++k) {
            if (escaped[k]) raw.put(classes[2 * i + k]);
        }
    }
    return symbols;
}

inline Status unpair_classes(std::span<const std::uint8_t> symbols, ByteReader& raw,
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

using Levels = std::array<std::int32_t, block_size>;

/// All of a chunk but its classes, collected block by block.
struct Collected {
    std::vector<std::uint8_t> symbols;
    std::vector<std::uint8_t> contexts;
    ByteWriter raw;
    LowBitWriter low;
};

inline void add_levels(const Levels& levels, const Block& block, int c, const AdaptiveModel& model,
                       const Tables& tables, Collected& out) {
    const auto bits = low_bits_of(c);
    std::array<std::int32_t, block_size + 1> high;
    for (std::size_t i = 0; i < block.count; ++i) {
        high[i] = levels[i];
        if (bits > 0) {
            const auto biased = levels[i] + (std::int32_t{1} << (bits - 1));
            high[i] = biased >> bits;
            out.low.put(static_cast<std::uint32_t>(biased - high[i] * (std::int32_t{1} << bits)), bits);
        }
    }
    for (std::size_t i = 0; i < block.count; i += 2) {
        const auto a = high[block.order[i]];
        const auto b = i + 1 < block.count ? high[block.order[i + 1]] : 0;
        const auto code = [](std::int32_t l) {
            return std::abs(l) > largest_level ? escape_code : static_cast<unsigned>(l + 8);
        };
        const auto pair = static_cast<std::uint8_t>(code(a) | code(b) << 4U);
        const auto context = model.table_of[pair_context(c, block.shifts[i / 2])];
        const bool known = pair != PairTable::raw_pair && tables[context].frequency(pair) != 0;
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
    const Tables tables(model.tables.begin(), model.tables.end());
    ByteWriter escapes;
    std::uint64_t escape_count = 0;
    std::size_t next = 0;
    std::vector<std::uint8_t> classes;
    Collected out;
    bool changed = false;
    (void)for_each_block(segments,
                         [&](const AdaptiveSegment& segment, std::size_t first, auto block) -> Status {
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
                             const int c = block_class(sum, block.weight);
                             classes.push_back(static_cast<std::uint8_t>(c));
                             if (c != 0) add_levels(levels, block, c, model, tables, out);
                             return {};
                         });
    if (!changed && escape_count == 0) return {};

    ByteWriter coded;
    coded.put_varint(escape_count);
    coded.put_bytes(escapes.view());
    if (!model.coder) return coded.take();
    ByteWriter raw;
    const auto class_symbols = pair_classes(classes, model, tables, raw);
    raw.put_bytes(out.raw.view());
    coded.put_varint(raw.size());
    coded.put_bytes(raw.view());
    const auto low = out.low.finish();
    coded.put_varint(low.size());
    coded.put_bytes(low);
    const auto class_code = encode_pairs(tables, class_symbols,
                                         std::vector<std::uint8_t>(class_symbols.size(), model.table_of[0]));
    coded.put_varint(class_code.size());
    coded.put_bytes(class_code);
    coded.put_bytes(encode_pairs(tables, out.symbols, out.contexts));
    return coded.take();
}

/// Reads the levels that add_levels() wrote for one block; `symbols` are the block's symbols.
inline Status take_levels(std::span<const std::uint8_t> symbols, const Block& block, int c, ByteReader& raw,
                          LowBitReader& low, Levels& levels) {
    const auto bits = low_bits_of(c);
    const auto level_of = [&](unsigned code) {
        if (code != escape_code) return static_cast<std::int32_t>(code) - 8;
        const auto zigzagged = raw.get_varint();
        return zigzagged > 4U * static_cast<std::uint64_t>(most_level) ? 0 : unzigzag(zigzagged);
    };
    for (std::size_t i = 0; i < block.count; i += 2) {
        const unsigned pair =
            symbols[i / 2] == PairTable::raw_pair ? raw.get<std::uint8_t>() : symbols[i / 2];
        const auto a = level_of(pair & 15U);
        const auto b = level_of(pair >> 4U);
        levels[block.order[i]] = a;
        if (i + 1 < block.count) levels[block.order[i + 1]] = b;
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
    const Tables tables(model.tables.begin(), model.tables.end());
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

    std::vector<Block> blocks;
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
        STEPVAULT_TRY(decode_pairs(tables, class_code, class_contexts, class_symbols));
        STEPVAULT_TRY(unpair_classes(class_symbols, raw, classes));
        std::vector<std::uint8_t> contexts;
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            for (std::size_t pair = 0; classes[i] != 0 && pair < (blocks[i].count + 1) / 2; ++pair) {
                contexts.push_back(model.table_of[pair_context(classes[i], blocks[i].shifts[pair])]);
            }
        }
        symbols.resize(contexts.size());
        STEPVAULT_TRY(decode_pairs(tables, in.get_bytes(in.left()), contexts, symbols));
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

inline Bytes encode_adaptive(DType dtype, ByteView values, ByteView base,
                             std::span<const AdaptiveSegment> segments, const AdaptiveModel& model,
                             MutableByteView restored) {
    return visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        return model.quantizer.kind == Quantizer::Kind::linear
                   ? encode<E, LinearQuantizer<E>>(values, base, segments, model, restored)
                   : encode<E, LogarithmicQuantizer<E>>(values, base, segments, model, restored);
    });
}

inline Status decode_adaptive(DType dtype, ByteView coded, ByteView base,
                              std::span<const AdaptiveSegment> segments, const AdaptiveModel& model,
                              MutableByteView out) {
    return visit_float(dtype, [&](auto e) {
        using E = decltype(e);
        return model.quantizer.kind == Quantizer::Kind::linear
                   ? decode<E, LinearQuantizer<E>>(coded, base, segments, model, out)
                   : decode<E, LogarithmicQuantizer<E>>(coded, base, segments, model, out);
    });
}

}  // namespace stepvault::test::reference
