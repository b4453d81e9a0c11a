// The raw bytes after a chunk's pairs: pairs that their tables lack, and the values of escapes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace stepvault {

/// An escape in one half of a pair. Kept in the order of pairs and halves.
struct PairEscape {
    std::uint32_t pair = 0;  ///< position
    std::int32_t value = 0;
};

/// Writes both in the order of pairs, a pair before its escapes. `unknown`: as PairCoder::encode() gives it;
/// `put` writes a value.
template <class Put>
void put_raw(std::span<const std::uint16_t> keys, const std::vector<std::uint32_t>& unknown,
             const std::vector<PairEscape>& escapes, ByteWriter& raw, Put&& put) {
    auto escape = escapes.begin();
    for (auto at = unknown.rbegin(); at != unknown.rend(); ++at) {
        for (; escape != escapes.end() && escape->pair < *at; ++escape)
            put(escape->value);
        raw.put(static_cast<std::uint8_t>(keys[*at]));
    }
    for (; escape != escapes.end(); ++escape)
        put(escape->value);
}

}  // namespace stepvault
