// The sample from which a checkpoint's coding by scheme `adaptive` is planned.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "vault/encode/chunk_source.h"

namespace stepvault {

/// A sampled part of a payload.
struct SampledPart {
    std::uint32_t payload = 0;
    std::uint64_t first = 0;  ///< first element in the payload
    std::vector<float> values;
    std::vector<float> base;
    std::vector<float> before;  ///< what changes are measured against; empty if that is the base
    [[nodiscard]] const std::vector<float>& reference() const { return before.empty() ? base : before; }

    void write(ByteWriter& out) const;
    static SampledPart read(ByteReader& in);
};

/// Samples about a million elements from up to 64 chunks of each of `streams`, and some elements of every
/// payload. Returns the parts by stream, in the order of the chunks. In a process group each process reads
/// its own chunks, and all processes get the whole sample.
Result<std::vector<std::vector<SampledPart>>> sample_streams(const std::vector<std::uint32_t>& streams,
                                                             ChunkSource& source);

}  // namespace stepvault
