#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "codec/loss_figures.h"
#include "vault/encode/chunk_statistics.h"
#include "vault/format/step_content.h"

namespace stepvault {

/// The result of coding a chunk.
struct CodedOutcome {
    ChunkEntry entry;                                            ///< without its offset in the step file
    Bytes coded;                                                 ///< only in the process that coded it
    std::vector<std::pair<std::uint32_t, LossFigures>> figures;  ///< by payload
    ChunkStatistics statistics;
    Bytes sample;
    std::vector<std::uint32_t> crcs;  ///< CRC-32 of each part that belongs to one payload

    /// Encodes the outcome, without the coded bytes, for an exchange between processes.
    void write(ByteWriter& out) const;
    static CodedOutcome read(ByteReader& in);
};

}  // namespace stepvault
