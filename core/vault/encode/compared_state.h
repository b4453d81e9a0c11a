#pragma once

#include "run/completeness.h"
#include "vault/chain/chain.h"
#include "vault/chain/layout_map.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// A state that a new one is compared with, in chunks of its own layout. Owns none of what it reads.
/// Thread-safe.
struct ComparedState {
    const StepLayout* layout = nullptr;
    ParentChunkReader read;

    static ComparedState of(const Chain& chain) {
        return {&chain.top().layout(),
                [&chain](auto stream, auto chunk, auto out) { return chain.read_chunk(stream, chunk, out); }};
    }
    /// A checkpoint's files as they are. `layout`: of the checkpoint. Skeleton chunks cannot be read.
    static ComparedState of(const OpenCheckpoint& checkpoint, const StepLayout& layout);
};

/// Reads a chunk of payloads from the checkpoint's files.
Status read_payload_chunk(const OpenCheckpoint& checkpoint, const StepLayout& layout, std::uint32_t stream,
                          std::uint64_t chunk, MutableByteView out);

}  // namespace stepvault
