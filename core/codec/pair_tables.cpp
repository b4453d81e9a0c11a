#include "codec/pair_tables.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <memory>

#include "codec/pair_lanes.h"

namespace stepvault {

namespace {

constexpr std::uint32_t lowest_state = 1U << 16;

std::uint32_t frequency_of(std::uint32_t entry) {
    return entry & (PairTable::total - 1);
}

}  // namespace

PairTable::PairTable(const LevelWeights& weights) {
    std::uint64_t sum = 0;
    for (const auto w : weights)
        sum += w;
    assert(sum > 0);
    const auto square = sum * sum;
    std::int64_t left = total;
    for (unsigned s = 1; s < 256; ++s) {
        const auto product = std::uint64_t{weights[s & 15U]} * weights[s >> 4U];
        frequencies_[s] = static_cast<std::uint16_t>((product * total + square / 2) / square);
        left -= frequencies_[s];
    }
    frequencies_[raw_pair] = 1;
    --left;
    // The most frequent pairs take the remainder of the rounding, or give it.
    while (left != 0) {
        const auto largest = std::max_element(frequencies_.begin() + 1, frequencies_.end());
        const auto change = left > 0 ? left : std::max<std::int64_t>(left, -std::max(1, *largest / 64));
        *largest = static_cast<std::uint16_t>(*largest + change);
        left -= change;
    }
    std::uint32_t at = 0;
    for (unsigned s = 0; s < 256; ++s) {
        starts_[s] = static_cast<std::uint16_t>(at);
        at += frequencies_[s];
    }
}

PairCoder::PairCoder(std::span<const LevelWeights> weights) {
    encode_.reserve(weights.size() * 256);
    for (const auto& w : weights) {
        const PairTable table(w);
        for (unsigned s = 0; s < 256; ++s) {
            const auto symbol = static_cast<std::uint8_t>(s);
            const bool known = table.frequency(symbol) != 0;
            const auto coded = known ? symbol : PairTable::raw_pair;
            encode_.push_back(table.frequency(coded) | table.start(coded) << PairTable::precision |
                              (known && symbol != PairTable::raw_pair ? 0 : unknown_pair));
        }
    }
}

const std::uint32_t* PairCoder::decode_table() const {
    std::call_once(once_, [&] {
        slots_.reserve(encode_.size() / 256 * PairTable::total);
        for (std::size_t i = 0; i < encode_.size(); ++i) {
            const auto pair = static_cast<std::uint8_t>(i);
            if ((encode_[i] & unknown_pair) != 0 && pair != PairTable::raw_pair) continue;
            const auto frequency = frequency_of(encode_[i]);
            for (std::uint32_t k = 0; k < frequency; ++k)
                slots_.push_back(pair | frequency << 8U | k << 20U);
        }
    });
    return slots_.data();
}

std::vector<std::uint32_t> PairCoder::encode(std::span<const std::uint16_t> keys, ByteWriter& out) const {
    const auto lanes = lanes_for(keys.size());
    const auto last_lane = lanes - 1;
    PairStates states;
    states.fill(lowest_state);
    // At most one word a symbol: after it a state is below 2^16 * frequency * 2^4, before it below 2^32.
    const auto words = std::make_unique_for_overwrite<std::uint16_t[]>(keys.size() + pair_lanes);
    std::vector<std::uint32_t> unknown;
    std::size_t written = 0;
    const auto vectored = lanes == pair_lanes ? keys.size() / pair_lanes * pair_lanes : 0;
    for (auto i = keys.size(); i-- > vectored;) {
        const auto entry = encode_[keys[i]];
        if ((entry & unknown_pair) != 0) unknown.push_back(static_cast<std::uint32_t>(i));
        const auto frequency = frequency_of(entry);
        auto& x = states[i & last_lane];
        if (x >> 20U >= frequency) {
            words[written++] = static_cast<std::uint16_t>(x);
            x >>= 16U;
        }
        const auto start = (entry & ~unknown_pair) >> PairTable::precision;
        x = (x / frequency << PairTable::precision) + x % frequency + start;
    }
    std::vector<std::uint32_t> groups(vectored / pair_lanes);
    written +=
        encode_pairs(encode_.data(), keys.data(), vectored, states, words.get() + written, groups.data());
    for (auto k = groups.size(); k-- > 0;) {
        for (auto left = groups[k]; left != 0; left &= left - 1)
            unknown.push_back(static_cast<std::uint32_t>((k + 1) * pair_lanes - 1) -
                              static_cast<std::uint32_t>(std::countr_zero(left)));
    }
    std::reverse(words.get(), words.get() + written);
    out.put_bytes(std::as_bytes(std::span(states).first(lanes)));
    out.put_bytes(std::as_bytes(std::span(words.get(), written)));
    return unknown;
}

Status PairCoder::decode(ByteView coded, std::span<const std::uint8_t> contexts,
                         std::span<std::uint8_t> symbols) const {
    const auto lanes = lanes_for(symbols.size());
    const auto last_lane = lanes - 1;
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    if (coded.size() < lanes * 4) return damaged;
    PairStates states{};
    std::memcpy(states.data(), coded.data(), lanes * 4);
    auto at = lanes * 4;
    const auto* slots = decode_table();
    std::size_t done = 0;
    if (lanes == pair_lanes) {
        std::size_t used = 0;
        done = decode_pairs(slots, contexts.data(), symbols.size() / pair_lanes * pair_lanes,
                            coded.data() + at, coded.size() - at, states, symbols.data(), used);
        at += used;
    }
    for (std::size_t i = done; i < symbols.size(); ++i) {
        auto& x = states[i & last_lane];
        const auto slot = slots[contexts[i] * PairTable::total + (x & (PairTable::total - 1))];
        symbols[i] = static_cast<std::uint8_t>(slot);
        x = ((slot >> 8U) & 0xFFFU) * (x >> PairTable::precision) + (slot >> 20U);
        if (x < lowest_state) {
            if (at + 2 > coded.size()) return damaged;
            x = x << 16U | load<std::uint16_t>(coded, at);
            at += 2;
        }
    }
    const bool ended = std::all_of(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(lanes),
                                   [](auto x) { return x == lowest_state; });
    if (at != coded.size() || !ended) return damaged;
    return {};
}

}  // namespace stepvault
