// Carries a file in pieces.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <future>
#include <type_traits>
#include <utility>

#include "base/result.h"

namespace stepvault {

/// Calls carry(offset, bytes) for each piece of the bytes from `from` to `to`, several at once on threads of
/// their own, so that the way there and back costs little, and take(result, bytes) with their results in
/// order. Ends with the first error of `take`.
template <class Carry, class Take>
Status in_pieces(std::uint64_t from, std::uint64_t to, Carry carry, Take take) {
    constexpr std::uint64_t bytes_at_once = std::uint64_t{1} << 20;
    // A link of a gigabit with 50 ms there and back carries six pieces at a time.
    constexpr std::size_t pieces_at_once = 6;
    struct Piece {
        std::uint64_t bytes = 0;
        std::future<std::invoke_result_t<Carry, std::uint64_t, std::uint64_t>> result;
    };
    std::deque<Piece> under_way;
    while (from < to || !under_way.empty()) {
        while (from < to && under_way.size() < pieces_at_once) {
            const auto bytes = std::min(bytes_at_once, to - from);
            under_way.push_back({bytes, std::async(std::launch::async,
                                                   [&carry, from, bytes] { return carry(from, bytes); })});
            from += bytes;
        }
        auto piece = std::move(under_way.front());
        under_way.pop_front();
        STEPVAULT_TRY(take(piece.result.get(), piece.bytes));
    }
    return {};
}

}  // namespace stepvault
