// What of a checkpoint is looked at before it is coded adaptive.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "vault/encode/chunk_source.h"

namespace stepvault {

/// A sampled part of a payload.
struct SampledPart {
    std::uint32_t payload = 0;
    std::uint64_t first = 0;  ///< element
    std::vector<float> values;
    std::vector<float> base;
    std::vector<float> before;  ///< empty where that is the base
    [[nodiscard]] const std::vector<float>& reference() const { return before.empty() ? base : before; }

    void write(ByteWriter& out) const;
    static SampledPart read(ByteReader& in);
};

/// By stream, in their order: about a million elements, out of up to 64 chunks of each of `streams`, and of
/// every payload something. In a crew
/// each process reads its own chunks, and all are told all.
Result<std::vector<std::vector<SampledPart>>> sample_streams(const std::vector<std::uint32_t>& streams,
                                                             ChunkSource& source);

}  // namespace stepvault
