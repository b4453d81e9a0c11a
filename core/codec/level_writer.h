// The levels of a chunk, collected block by block, and how they are stored (FORMAT.md, "adaptive").
#pragma once

#include <memory>
#include <vector>

#include "codec/level_vectors.h"
#include "codec/low_bits.h"
#include "codec/pair_packer.h"
#include "codec/raw_pairs.h"

namespace stepvault {

class LevelWriter {
 public:
    /// `elements`: of the chunk, at most. The model outlives the writer.
    LevelWriter(std::size_t elements, const AdaptiveModel& model);

    /// `levels` are void afterwards.
    void add(BlockLevels& levels, const BlockOrder::Block& block, const LevelFigures& figures);
    /// Appends all that was added. The model has tables.
    void finish(ByteWriter& coded);

 private:
    const AdaptiveModel& model_;
    PairPacker packer_;
    std::unique_ptr<std::uint16_t[]> keys_;
    std::size_t pairs_ = 0;
    std::vector<std::uint8_t> classes_;
    std::vector<PairEscape> escapes_;
    LowBitWriter low_;
};

}  // namespace stepvault
