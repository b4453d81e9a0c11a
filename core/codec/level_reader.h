// Reads the output of LevelWriter block by block.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "codec/adaptive_coder.h"
#include "codec/low_bits.h"
#include "codec/pair_packer.h"

namespace stepvault {

class LevelReader {
 public:
    /// Until read() all levels are 0.
    explicit LevelReader(std::span<const AdaptiveSegment> segments);

    /// Number of elements in all segments.
    [[nodiscard]] std::size_t elements() const { return elements_; }

    /// Takes all that is left of `in`, which must outlive the reader. The model has tables.
    /// ErrorCode::corrupt.
    Status read(ByteReader& in, const AdaptiveModel& model);

    struct Next {
        std::size_t count = 0;  ///< elements of the block
        bool still = false;     ///< all levels are 0; they were not written
    };
    /// The next block, of which there must be one. ErrorCode::corrupt.
    Result<Next> next(BlockLevels& levels);

    /// True where nothing was left, or was missing, after the last block.
    [[nodiscard]] bool finished() const { return low_.finished(); }

 private:
    void read_raw(ByteReader& raw, std::size_t pairs);

    struct Escape {
        std::size_t half;  ///< 2 * pair, or one more
        std::int32_t level;
    };
    std::vector<BlockOrder::Block> blocks_;
    std::vector<std::uint8_t> classes_;
    std::size_t elements_ = 0;
    std::unique_ptr<std::uint8_t[]> pairs_;
    std::vector<Escape> escapes_;
    LowBitReader low_{ByteView()};
    std::size_t next_block_ = 0;
    std::size_t next_pair_ = 0;
    std::size_t next_escape_ = 0;
};

}  // namespace stepvault
