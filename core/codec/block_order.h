// How the elements of a payload fall into blocks of at most 128, and in which order a block's levels are
// coded. A matrix' columns differ in how much they change, for as long as it is trained: columns of one class
// are put beside each other, so that pairs and contexts fit both.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace stepvault {

constexpr std::size_t block_size = 128;  ///< elements at most

/// One block's order. Pairs are (order[0], order[1]), (order[2], order[3]), ...; the last may lack its
/// second. What lies beyond the block's elements is 0.
struct BlockShape {
    std::array<std::uint8_t, block_size> order{};      ///< positions in the block, by class, then position
    std::array<std::uint8_t, block_size> inverse{};    ///< where in `order` a position is
    std::array<std::int8_t, block_size / 2> shifts{};  ///< of each pair's context, in classes
    float weight = 0;                                  ///< sum over the elements of 2^(class / 2)
};

/// Immutable. Without classes: blocks of 128 in their own order. With a class for each of C columns (half
/// octaves of activity against the matrix' mean): blocks end with a row, or hold floor(128 / C) whole rows.
class BlockOrder {
 public:
    BlockOrder() = default;
    explicit BlockOrder(std::vector<std::int8_t> classes);

    [[nodiscard]] const std::vector<std::int8_t>& classes() const { return classes_; }

    /// Bytes of the classes and shapes, about.
    [[nodiscard]] std::uint64_t memory() const {
        return classes_.size() + shapes_.size() * sizeof(BlockShape);
    }

    struct Block {
        std::size_t count = 0;              ///< elements
        const BlockShape* shape = nullptr;  ///< null: natural order, contexts without shifts
    };
    /// The blocks from element `position` of the payload on.
    class Cursor {
     public:
        Cursor(const BlockOrder& order, std::uint64_t position);
        /// `left` elements are at hand. Where the block is not whole there, at its front or at its end, it
        /// has no shape.
        Block next(std::uint64_t left);

     private:
        const BlockOrder& order_;
        std::size_t inside_;  ///< the period
        std::size_t index_;
    };
    [[nodiscard]] Block block_at(std::uint64_t position, std::uint64_t left) const {
        return Cursor(*this, position).next(left);
    }

 private:
    std::vector<std::int8_t> classes_;
    std::size_t period_ = block_size;  ///< elements after which blocks repeat
    std::size_t length_ = block_size;  ///< of a block; the last of a period may be shorter
    std::vector<BlockShape> shapes_;   ///< one period; none without classes
};

}  // namespace stepvault
