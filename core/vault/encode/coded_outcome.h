#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "codec/loss_figures.h"
#include "vault/encode/chunk_statistics.h"
#include "vault/format/step_content.h"

namespace stepvault {

/// What becomes of a chunk.
struct CodedOutcome {
    ChunkEntry entry;                                            ///< but for its place
    Bytes coded;                                                 ///< only in the process that coded it
    std::vector<std::pair<std::uint32_t, LossFigures>> figures;  ///< by payload
    ChunkStatistics statistics;
    Bytes sample;
    std::vector<std::uint32_t> crcs;  ///< of its parts

    /// To travel between processes, without the coded bytes.
    void write(ByteWriter& out) const;
    static CodedOutcome read(ByteReader& in);
};

}  // namespace stepvault
