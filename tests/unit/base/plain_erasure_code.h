// The erasure code of erasure_code.h in the plainest form: slow, and without a library.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"

namespace stepvault::test {

/// The product by shift and xor, modulo 0x11D.
inline std::uint8_t plain_product(std::uint8_t a, std::uint8_t b) {
    unsigned product = 0;
    unsigned shifted = a;
    for (unsigned rest = b; rest != 0; rest >>= 1U) {
        if ((rest & 1U) != 0) product ^= shifted;
        shifted <<= 1U;
        if ((shifted & 0x100U) != 0) shifted ^= 0x11DU;
    }
    return static_cast<std::uint8_t>(product);
}

/// The inverse by trial of all values; 0 for 0.
inline std::uint8_t plain_inverse(std::uint8_t a) {
    for (unsigned b = 1; b < 256; ++b)
        if (plain_product(a, static_cast<std::uint8_t>(b)) == 1) return static_cast<std::uint8_t>(b);
    return 0;
}

inline std::uint8_t plain_coefficient(std::uint32_t data, std::uint32_t i, std::uint32_t j) {
    return plain_inverse(static_cast<std::uint8_t>((data + i) ^ j));
}

/// to += factor * from.
inline void plain_add(Bytes& to, std::uint8_t factor, const Bytes& from) {
    for (std::size_t b = 0; b < to.size(); ++b)
        to[b] ^= std::byte{plain_product(factor, static_cast<std::uint8_t>(from[b]))};
}

/// Computes parity block i.
inline Bytes plain_parity(const std::vector<Bytes>& data, std::uint32_t i) {
    Bytes parity(data.front().size());
    const auto count = static_cast<std::uint32_t>(data.size());
    for (std::uint32_t j = 0; j < count; ++j)
        plain_add(parity, plain_coefficient(count, i, j), data[j]);
    return parity;
}

/// Recovers all data blocks from any `data` of all blocks, by Gauss elimination: each used block is an
/// equation, whose right side is its bytes. Returns an empty vector if the equations have no unique solution.
inline std::vector<Bytes> plain_data(std::uint32_t data, const std::vector<std::optional<Bytes>>& blocks) {
    std::vector<Bytes> equations;
    std::vector<Bytes> sums;
    for (std::uint32_t b = 0; b < blocks.size() && equations.size() < data; ++b) {
        if (!blocks[b]) continue;
        Bytes equation(data);
        for (std::uint32_t j = 0; j < data; ++j)
            equation[j] = b < data ? std::byte{b == j} : std::byte{plain_coefficient(data, b - data, j)};
        equations.push_back(std::move(equation));
        sums.push_back(*blocks[b]);
    }
    for (std::uint32_t j = 0; j < data; ++j) {
        auto pivot = j;
        while (pivot < equations.size() && equations[pivot][j] == std::byte{0})
            ++pivot;
        if (pivot >= equations.size()) return {};
        std::swap(equations[j], equations[pivot]);
        std::swap(sums[j], sums[pivot]);
        const auto scale = plain_inverse(static_cast<std::uint8_t>(equations[j][j]));
        for (std::uint32_t other = 0; other < data; ++other) {
            if (other == j) continue;
            const auto factor = plain_product(static_cast<std::uint8_t>(equations[other][j]), scale);
            plain_add(equations[other], factor, Bytes(equations[j]));
            plain_add(sums[other], factor, Bytes(sums[j]));
        }
    }
    for (std::uint32_t j = 0; j < data; ++j) {
        Bytes whole(sums[j].size());
        plain_add(whole, plain_inverse(static_cast<std::uint8_t>(equations[j][j])), sums[j]);
        sums[j] = std::move(whole);
    }
    return sums;
}

}  // namespace stepvault::test
