#pragma once

#include <cstdint>
#include <vector>

#include "run/completeness.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// The skeleton of a checkpoint that is being stored: all bytes of its files that belong to no payload, in
/// order. Correct checksums over payloads are zeros in the skeleton, since a restore computes them again.
class SkeletonReader {
 public:
    /// Owns none of its arguments.
    SkeletonReader(const OpenCheckpoint& checkpoint, StepLayout& layout)
        : checkpoint_(checkpoint), layout_(layout), ranges_(layout.raw_ranges()) {}

    /// Marks the correct checksums in the layout (StoredCrc::holds); from now on the skeleton omits them.
    /// `payload_crcs`: CRC-32 by payload.
    Status omit_derivable_crcs(const std::vector<std::uint32_t>& payload_crcs);
    /// Reads one chunk of stream 0. Thread-safe.
    Status read(std::uint64_t chunk, Bytes& values) const;

 private:
    const OpenCheckpoint& checkpoint_;
    StepLayout& layout_;
    std::vector<RawRange> ranges_;
    std::vector<std::uint64_t> left_out_;  ///< offsets of the omitted checksums in the skeleton, ascending
};

}  // namespace stepvault
