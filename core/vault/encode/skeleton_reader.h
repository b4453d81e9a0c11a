#pragma once

#include <cstdint>
#include <vector>

#include "run/completeness.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// The skeleton of a checkpoint that is being filed: all of its files' bytes that belong to no payload, in
/// their order. Checksums over payloads that are right are zeros in it, since a restore makes them anew.
class SkeletonReader {
 public:
    /// Nothing is owned.
    SkeletonReader(const OpenCheckpoint& checkpoint, StepLayout& layout)
        : checkpoint_(checkpoint), layout_(layout), ranges_(layout.raw_ranges()) {}

    /// Says in the layout which of its checksums are right (StoredCrc::holds); those are left out from now
    /// on. `payload_crcs`: CRC-32 by payload.
    Status omit_derivable_crcs(const std::vector<std::uint32_t>& payload_crcs);
    /// One chunk of stream 0. Thread-safe.
    Status read(std::uint64_t chunk, Bytes& values) const;

 private:
    const OpenCheckpoint& checkpoint_;
    StepLayout& layout_;
    std::vector<RawRange> ranges_;
    std::vector<std::uint64_t> left_out_;  ///< where the skeleton has fields that are made anew, ascending
};

}  // namespace stepvault
