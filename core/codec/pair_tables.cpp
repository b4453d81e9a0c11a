#include "codec/pair_tables.h"

#include <algorithm>

namespace stepvault {

namespace {

constexpr std::uint32_t lowest_state = 1U << 16;

}  // namespace

PairTable::PairTable(const LevelWeights& weights) {
    std::uint64_t sum = 0;
    for (const auto w : weights)
        sum += w;
    const auto square = sum * sum;
    std::int64_t left = total;
    for (unsigned s = 1; s < 256; ++s) {
        const auto product = std::uint64_t{weights[s & 15U]} * weights[s >> 4U];
        frequencies_[s] = static_cast<std::uint16_t>((product * total + square / 2) / square);
        left -= frequencies_[s];
    }
    frequencies_[raw_pair] = 1;
    --left;
    // What rounding left over or took too much goes to and from the most frequent pairs.
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

PairCoder::PairCoder(std::span<const LevelWeights> weights)
    : contexts_(weights.size()), encode_(weights.size() * 256), decode_(weights.size() * PairTable::total) {
    for (std::size_t c = 0; c < weights.size(); ++c) {
        const PairTable table(weights[c]);
        auto* slots = decode_.data() + c * PairTable::total;
        for (unsigned s = 0; s < 256; ++s) {
            const auto symbol = static_cast<std::uint8_t>(s);
            const auto f = table.frequency(symbol);
            const auto start = table.start(symbol);
            if (f == 0) continue;
            encode_[c * 256 + s] = {(std::uint64_t{1} << 44) / f + 1, f, start};
            for (std::uint32_t i = 0; i < f; ++i)
                slots[start + i] = s | f << 8U | i << 20U;
        }
    }
}

void PairCoder::encode(std::span<const std::uint8_t> symbols, std::span<const std::uint8_t> contexts,
                       ByteWriter& out) const {
    const auto lanes = lanes_for(symbols.size());
    std::array<std::uint32_t, 32> states;
    states.fill(lowest_state);
    // At most one word a symbol: after it a state is below 2^16 * frequency * 2^4, before it below 2^32.
    std::vector<std::uint16_t> words(symbols.size());
    auto at = words.size();
    for (auto i = symbols.size(); i-- > 0;) {
        const auto& e = encode_[contexts[i] * 256U + symbols[i]];
        auto x = states[i % lanes];
        if (x >= std::uint64_t{e.frequency} << 20U) {
            words[--at] = static_cast<std::uint16_t>(x);
            x >>= 16U;
        }
        // x < frequency * 2^20 and frequency < 2^12 make the product fit and the quotient exact.
        const auto quotient = static_cast<std::uint32_t>((x * e.reciprocal) >> 44U);
        states[i % lanes] = (quotient << PairTable::precision) + (x - quotient * e.frequency) + e.start;
    }
    for (std::size_t lane = 0; lane < lanes; ++lane)
        out.put(states[lane]);
    out.put_bytes(std::as_bytes(std::span(words).subspan(at)));
}

Status PairCoder::decode(ByteView coded, std::span<const std::uint8_t> contexts,
                         std::span<std::uint8_t> symbols) const {
    const auto lanes = lanes_for(symbols.size());
    const Error damaged{ErrorCode::corrupt, "a chunk's code does not fit its size"};
    if (coded.size() < lanes * 4) return damaged;
    std::array<std::uint32_t, 32> states{};
    for (std::size_t lane = 0; lane < lanes; ++lane)
        states[lane] = load<std::uint32_t>(coded, lane * 4);
    auto at = lanes * 4;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        auto& x = states[i % lanes];
        const auto slot = decode_[contexts[i] * PairTable::total + (x & (PairTable::total - 1))];
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
