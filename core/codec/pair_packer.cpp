#include "codec/pair_packer.h"

#include "codec/adaptive_coder.h"

// For one instruction that looks up bytes in 128 of them.
#define HWY_WANT_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/pair_packer.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint8_t code_of_zero = 8;

#if HWY_TARGET == HWY_SCALAR

PairPacker::Set pack(const std::uint8_t* row, const std::int32_t* levels, const BlockOrder::Block& block,
                     std::uint16_t* keys) {
    PairPacker::Set escapes{};
    const auto code_at = [&](std::size_t i) -> unsigned {
        if (i == block.count) return code_of_zero;
        const auto level = levels[block.shape != nullptr ? block.shape->order[i] : i];
        if (std::abs(level) <= largest_level) return static_cast<unsigned>(level + code_of_zero);
        escapes[i / 64] |= std::uint64_t{1} << i % 64;
        return escape_code;
    };
    for (std::size_t i = 0; i < block.count; i += 2) {
        const auto table = row[(block.shape != nullptr ? block.shape->shifts[i / 2] : 0) + 8];
        keys[i / 2] = static_cast<std::uint16_t>(table << 8U | code_at(i) | code_at(i + 1) << 4U);
    }
    return escapes;
}

void tables(const std::uint8_t* row, const BlockOrder::Block& block, std::uint8_t* out) {
    for (std::size_t pair = 0; 2 * pair < block.count; ++pair)
        out[pair] = row[(block.shape != nullptr ? block.shape->shifts[pair] : 0) + 8];
}

void unpack(const std::uint8_t* pairs, const BlockOrder::Block& block, std::int32_t* levels) {
    for (std::size_t i = 0; i < block.count; ++i) {
        const auto code = (pairs[i / 2] >> (i % 2 * 4)) & 15;
        levels[block.shape != nullptr ? block.shape->order[i] : i] = code - code_of_zero;
    }
}

#else

using Codes = hn::CappedTag<std::uint8_t, 64>;
using Keys = hn::RepartitionToWide<Codes>;
using Numbers = hn::CappedTag<std::int32_t, 16>;
using NarrowCodes = hn::Rebind<std::uint8_t, Numbers>;
using HalfCodes = hn::Half<Codes>;

/// codes[order[i]] for all i.
void permute(const std::uint8_t* codes, const std::array<std::uint8_t, block_size>& order,
             std::uint8_t* out) {
#if HWY_TARGET == HWY_AVX3_DL
    const auto low = _mm512_load_si512(codes);
    const auto high = _mm512_load_si512(codes + 64);
    for (std::size_t i = 0; i < block_size; i += 64) {
        const auto index = _mm512_loadu_si512(order.data() + i);
        _mm512_store_si512(out + i, _mm512_permutex2var_epi8(low, index, high));
    }
#else
    const Codes d;
    for (std::size_t i = 0; i < block_size; i += hn::Lanes(d)) {
        auto index = hn::LoadU(d, order.data() + i);
        auto all = hn::Zero(d);
        for (std::size_t part = 0; part < block_size; part += 16) {
            // 0 to 15 where the code is in this part, else 128 and more.
            const auto there = hn::SaturatedAdd(index, hn::Set(d, std::uint8_t{0x70}));
            const auto local = hn::AndNot(hn::Set(d, std::uint8_t{0x70}), there);
            all = hn::Or(all, hn::TableLookupBytesOr0(hn::LoadDup128(d, codes + part), local));
            index = hn::Sub(index, hn::Set(d, std::uint8_t{16}));
        }
        hn::Store(all, d, out + i);
    }
#endif
}

void tables(const std::uint8_t* row, const BlockOrder::Block& block, std::uint8_t* out) {
    const Codes d;
    const auto all = hn::LoadDup128(d, row);
    const auto lowest = hn::Set(d, std::uint8_t{8});
    for (std::size_t pair = 0; 2 * pair < block.count; pair += hn::Lanes(d)) {
        const auto shift =
            block.shape != nullptr
                ? hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(block.shape->shifts.data()) + pair)
                : hn::Zero(d);
        hn::StoreU(hn::TableLookupBytes(all, hn::Add(shift, lowest)), d, out + pair);
    }
}

PairPacker::Set pack(const std::uint8_t* row, const std::int32_t* levels, const BlockOrder::Block& block,
                     std::uint16_t* keys) {
    const Numbers di;
    const NarrowCodes dn;
    const Codes d;
    const HalfCodes dh;
    const Keys dk;
    // permute() reads a whole block, of which a short one fills a part.
    alignas(64) std::uint8_t codes[block_size + 64] = {};
    alignas(64) std::uint8_t ordered[block_size + 64];
    for (std::size_t i = 0; i < block.count; i += hn::Lanes(di)) {
        const auto level = hn::LoadU(di, levels + i);
        // Saturating: 0 for what is below -7; what is above 7 is too large.
        const auto code = hn::DemoteTo(dn, hn::Add(level, hn::Set(di, code_of_zero)));
        hn::StoreU(hn::IfThenElseZero(hn::Lt(code, hn::Set(dn, std::uint8_t{16})), code), dn, codes + i);
    }
    auto* from = codes;
    if (block.shape != nullptr) {
        permute(codes, block.shape->order, ordered);
        from = ordered;
    }
    if (block.count % 2 != 0) from[block.count] = code_of_zero;
    alignas(64) std::uint8_t table[PairPacker::most_pairs];
    PairPacker::Set escapes{};
    tables(row, block, table);
    for (std::size_t i = 0; i < block.count; i += hn::Lanes(d)) {
        const auto code = hn::Load(d, from + i);
        hn::StoreMaskBits(d, hn::Eq(code, hn::Zero(d)),
                          reinterpret_cast<std::uint8_t*>(escapes.data()) + i / 8);
        const auto two = hn::BitCast(dk, code);
        const auto pair = hn::And(hn::Or(two, hn::ShiftRight<4>(two)), hn::Set(dk, 0xFF));
        const auto high = hn::ShiftLeft<8>(hn::PromoteTo(dk, hn::LoadU(dh, table + i / 2)));
        hn::StoreU(hn::Or(high, pair), dk, keys + i / 2);
    }
    // Bits beyond the block may be anything.
    if (block.count % 64 != 0) escapes[block.count / 64] &= (std::uint64_t{1} << block.count % 64) - 1;
    if (block.count < 64) escapes[1] = 0;
    return escapes;
}

void unpack(const std::uint8_t* pairs, const BlockOrder::Block& block, std::int32_t* levels) {
    const Numbers di;
    const NarrowCodes dn;
    const Codes d;
    const HalfCodes dh;
    const Keys dk;
    alignas(64) std::uint8_t codes[block_size] = {};
    alignas(64) std::uint8_t natural[block_size];
    for (std::size_t i = 0; i < block.count; i += hn::Lanes(d)) {
        const auto pair = hn::PromoteTo(dk, hn::LoadU(dh, pairs + i / 2));
        const auto two =
            hn::Or(hn::And(pair, hn::Set(dk, 0x0F)), hn::ShiftLeft<4>(hn::And(pair, hn::Set(dk, 0xF0))));
        hn::Store(hn::BitCast(d, two), d, codes + i);
    }
    const auto* from = codes;
    if (block.shape != nullptr) {
        permute(codes, block.shape->inverse, natural);
        from = natural;
    }
    for (std::size_t i = 0; i < block.count; i += hn::Lanes(di)) {
        const auto code = hn::PromoteTo(di, hn::LoadU(dn, from + i));
        hn::StoreU(hn::Sub(code, hn::Set(di, code_of_zero)), di, levels + i);
    }
}

#endif

void find_escapes(const std::uint8_t* pairs, std::size_t count, std::vector<std::uint32_t>& positions) {
    std::size_t at = 0;
#if HWY_TARGET != HWY_SCALAR
    const Codes d;
    const auto n = hn::Lanes(d);
    const auto low = hn::Set(d, std::uint8_t{0x0F});
    const auto high = hn::Set(d, std::uint8_t{0xF0});
    for (; at + n <= count; at += n) {
        const auto pair = hn::LoadU(d, pairs + at);
        const auto escape =
            hn::Or(hn::Eq(hn::And(pair, low), hn::Zero(d)), hn::Eq(hn::And(pair, high), hn::Zero(d)));
        std::uint8_t bytes[8] = {};
        hn::StoreMaskBits(d, escape, bytes);
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes, sizeof(bits));
        for (; bits != 0; bits &= bits - 1)
            positions.push_back(static_cast<std::uint32_t>(at + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits)));
    }
#endif
    for (; at < count; ++at) {
        if ((pairs[at] & 0x0FU) == 0 || (pairs[at] & 0xF0U) == 0)
            positions.push_back(static_cast<std::uint32_t>(at));
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(pack);
HWY_EXPORT(tables);
HWY_EXPORT(unpack);
HWY_EXPORT(find_escapes);

namespace {

std::size_t row_of(int block_class) {
    return static_cast<std::size_t>(block_class - 2 * static_cast<int>(low_bits_of(block_class)));
}

}  // namespace

PairPacker::PairPacker(const std::array<std::uint8_t, context_count>& table_of) {
    for (int c = 0; c <= unshifted_class; ++c) {
        for (int shift = 0; shift < 16; ++shift)
            rows_[static_cast<std::size_t>(c)][static_cast<std::size_t>(shift)] =
                table_of[pair_context(c, shift + lowest_shift)];
    }
}

PairPacker::Set PairPacker::pack(const BlockLevels& levels, const BlockOrder::Block& block, int block_class,
                                 std::uint16_t* keys) const {
    return HWY_DYNAMIC_DISPATCH(pack)(rows_[row_of(block_class)].data(), levels.data(), block, keys);
}

void PairPacker::tables(const BlockOrder::Block& block, int block_class, std::uint8_t* out) const {
    HWY_DYNAMIC_DISPATCH(tables)(rows_[row_of(block_class)].data(), block, out);
}

void PairPacker::unpack(const std::uint8_t* pairs, const BlockOrder::Block& block, BlockLevels& levels) {
    HWY_DYNAMIC_DISPATCH(unpack)(pairs, block, levels.data());
}

void PairPacker::find_escapes(const std::uint8_t* pairs, std::size_t count,
                              std::vector<std::uint32_t>& positions) {
    HWY_DYNAMIC_DISPATCH(find_escapes)(pairs, count, positions);
}

}  // namespace stepvault
#endif
