#include "codec/pair_lanes.h"

#include "codec/pair_tables.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "codec/pair_lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "codec/vectors-inl.h"

#ifndef STEPVAULT_PAIR_LANES_ONCE
#define STEPVAULT_PAIR_LANES_ONCE
namespace stepvault {

/// For each set of lanes the lanes to take where they are put beside each other, and the other way round.
struct LaneTables {
    using Table = std::array<std::array<std::uint8_t, 8>, 256>;
    alignas(64) Table together{};
    alignas(64) Table apart{};
};
constexpr LaneTables make_lane_tables() {
    LaneTables t;
    for (unsigned set = 0; set < 256; ++set) {
        unsigned next = 0;
        for (unsigned lane = 0; lane < 8; ++lane) {
            t.apart[set][lane] = static_cast<std::uint8_t>(next % 8);
            if ((set >> lane & 1U) != 0) t.together[set][next++] = static_cast<std::uint8_t>(lane);
        }
    }
    return t;
}
// GCC 12 copies Highway's own to the stack at each use.
inline constexpr LaneTables lane_tables = make_lane_tables();

}  // namespace stepvault
#endif

HWY_BEFORE_NAMESPACE();
namespace stepvault {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX3
using States = hn::CappedTag<std::uint32_t, 16>;
#else
using States = hn::CappedTag<std::uint32_t, 8>;
#endif
using Numbers = hn::RebindToSigned<States>;
using Floats = hn::RebindToFloat<States>;
using Words = hn::Rebind<std::uint16_t, States>;
using Symbols = hn::Rebind<std::uint8_t, States>;
using State = hn::Vec<States>;

constexpr auto vectors = pair_lanes / hn::MaxLanes(States());

#if HWY_TARGET <= HWY_AVX3
HWY_INLINE State together(State v, std::uint32_t bits) {
    return State{_mm512_maskz_compress_epi32(static_cast<__mmask16>(bits), v.raw)};
}
HWY_INLINE State apart(State v, std::uint32_t bits) {
    return State{_mm512_maskz_expand_epi32(static_cast<__mmask16>(bits), v.raw)};
}
#else
HWY_INLINE State taken(State v, const std::array<std::uint8_t, 8>& lanes) {
    const auto index = hn::PromoteTo(Numbers(), hn::LoadU(Symbols(), lanes.data()));
    return hn::TableLookupLanes(v, hn::IndicesFromVec(States(), index));
}
/// The lanes of a set, put in the first lanes.
HWY_INLINE State together(State v, std::uint32_t bits) {
    return taken(v, lane_tables.together[bits]);
}
/// The first lanes, put in the lanes of a set. Other lanes have anything.
HWY_INLINE State apart(State v, std::uint32_t bits) {
    return taken(v, lane_tables.apart[bits]);
}
#endif

/// The next state, after a pair of this frequency and start. `x` is below frequency * 2^20.
HWY_INLINE State pushed(State x, State frequency, State start) {
    const States d;
    // Lowered by more than three roundings (2^-24 each) can add, and by less than 1 in all: the estimate is
    // the quotient or 1 less.
    const auto inverse =
        hn::Div(hn::Set(Floats(), 1 - 0x1p-22F), hn::ConvertTo(Floats(), hn::BitCast(Numbers(), frequency)));
    const auto quotient = hn::BitCast(d, truncated(hn::Mul(hn::ConvertTo(Floats(), x), inverse)));
    const auto rest = hn::Sub(x, hn::Mul(quotient, frequency));
    const auto exact =
        hn::RebindMask(d, hn::Lt(hn::BitCast(Numbers(), rest), hn::BitCast(Numbers(), frequency)));
    const auto result = hn::Add(hn::ShiftLeft<PairTable::precision>(quotient), hn::Add(rest, start));
    const auto one_more = hn::Sub(hn::Set(d, PairTable::total), frequency);
    return hn::IfThenElse(exact, result, hn::Add(result, one_more));
}

std::size_t encode_lanes(const std::uint32_t* table, const std::uint16_t* keys, std::size_t count,
                         PairStates& states, std::uint16_t* words, std::uint32_t* unknown) {
    const States d;
    const Numbers di;
    const Words dw;
    const auto n = hn::Lanes(d);
    const auto twelve_bits = hn::Set(d, 0xFFF);
    // In the order of coding: the last lane first.
    State x[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
        x[v] = hn::Reverse(d, hn::LoadU(d, states.data() + pair_lanes - (v + 1) * n));
    std::size_t written = 0;
    for (std::size_t at = count; at > 0;) {
        std::uint32_t group = 0;
#pragma GCC unroll 8
        for (std::size_t v = 0; v < vectors; ++v) {
            at -= n;
            const auto key = hn::Reverse(d, hn::PromoteTo(d, hn::LoadU(dw, keys + at)));
            const auto entry = hn::GatherIndex(d, table, hn::BitCast(di, key));
            const auto missing = hn::RebindMask(d, hn::Lt(hn::BitCast(di, entry), hn::Zero(di)));
            group |= bits_of(d, missing) << (v * n);
            const auto frequency = hn::And(entry, twelve_bits);
            const auto start = hn::And(hn::ShiftRight<12>(entry), twelve_bits);
            const auto fits = hn::Lt(hn::BitCast(di, hn::ShiftRight<20>(x[v])), hn::BitCast(di, frequency));
            const auto mask = hn::RebindMask(d, hn::Not(fits));
            const auto bits = bits_of(d, mask);
            hn::StoreU(hn::TruncateTo(dw, together(x[v], bits)), dw, words + written);
            written += hwy::PopCount(bits);
            x[v] = hn::IfThenElse(mask, hn::ShiftRight<16>(x[v]), x[v]);
            x[v] = pushed(x[v], frequency, start);
        }
        unknown[at / pair_lanes] = group;
    }
    for (std::size_t v = 0; v < vectors; ++v)
        hn::StoreU(hn::Reverse(d, x[v]), d, states.data() + pair_lanes - (v + 1) * n);
    return written;
}

std::size_t decode_lanes(const std::uint32_t* table, const std::uint8_t* contexts, std::size_t count,
                         const std::byte* coded, std::size_t size, PairStates& states, std::uint8_t* symbols,
                         std::size_t& used) {
    const States d;
    const Numbers di;
    const Symbols d8;
    const auto n = hn::Lanes(d);
    const auto slots = hn::Set(d, PairTable::total - 1);
    State x[vectors];
    for (std::size_t v = 0; v < vectors; ++v)
        x[v] = hn::LoadU(d, states.data() + v * n);
    const auto* next = coded;
    const auto* const last = coded + size - std::min<std::size_t>(size, 64);
    std::size_t at = 0;
    for (; at < count && next < last; at += pair_lanes) {
        for (std::size_t v = 0; v < vectors; ++v) {
            const auto context = hn::PromoteTo(d, hn::LoadU(d8, contexts + at + v * n));
            const auto index = hn::Or(hn::ShiftLeft<12>(context), hn::And(x[v], slots));
            const auto entry = hn::GatherIndex(d, table, hn::BitCast(di, index));
            hn::StoreU(hn::TruncateTo(d8, entry), d8, symbols + at + v * n);
            const auto frequency = hn::And(hn::ShiftRight<8>(entry), slots);
            const auto moved =
                hn::Add(hn::Mul(frequency, hn::ShiftRight<12>(x[v])), hn::ShiftRight<20>(entry));
            const auto low = hn::Eq(hn::ShiftRight<16>(moved), hn::Zero(d));
            const auto bits = bits_of(d, low);
            const auto words = hn::LoadU(Words(), reinterpret_cast<const std::uint16_t*>(next));
            const auto word = apart(hn::PromoteTo(d, words), bits);
            x[v] = hn::IfThenElse(low, hn::Or(hn::ShiftLeft<16>(moved), word), moved);
            next += 2 * hwy::PopCount(bits);
        }
    }
    for (std::size_t v = 0; v < vectors; ++v)
        hn::StoreU(x[v], d, states.data() + v * n);
    used = static_cast<std::size_t>(next - coded);
    return at;
}

}  // namespace HWY_NAMESPACE
}  // namespace stepvault
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepvault {

HWY_EXPORT(encode_lanes);
HWY_EXPORT(decode_lanes);

std::size_t encode_pairs(const std::uint32_t* table, const std::uint16_t* keys, std::size_t count,
                         PairStates& states, std::uint16_t* words, std::uint32_t* unknown) {
    return HWY_DYNAMIC_DISPATCH(encode_lanes)(table, keys, count, states, words, unknown);
}

std::size_t decode_pairs(const std::uint32_t* table, const std::uint8_t* contexts, std::size_t count,
                         const std::byte* coded, std::size_t size, PairStates& states, std::uint8_t* symbols,
                         std::size_t& used) {
    return HWY_DYNAMIC_DISPATCH(decode_lanes)(table, contexts, count, coded, size, states, symbols, used);
}

}  // namespace stepvault
#endif
