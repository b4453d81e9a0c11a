// Relations between payloads. A payload needs no bytes of its own if it is a copy of another payload in the
// same checkpoint (tied, or saved twice), or if it did not change at all (frozen). Reading the beginnings
// rules out nearly all others; the rest is compared in full.
#pragma once

#include <map>

#include "run/completeness.h"
#include "vault/encode/compared_state.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Sets StoredPayload::same_as wherever an earlier payload of the same stream has the same bytes. Skips
/// payloads that hold one value throughout: they cost nothing anyway, and rarely stay equal. Skips payloads
/// that another process holds.
Status find_copies(const OpenCheckpoint& checkpoint, StepLayout& layout);

/// Compares payloads with another state of the run. Owns no checkpoint.
class DuplicateFinder {
 public:
    DuplicateFinder(const OpenCheckpoint& checkpoint, ComparedState earlier)
        : checkpoint_(checkpoint), earlier_(std::move(earlier)) {}

    /// True if the payload equals the earlier step's restored payload `counterpart`. ErrorCode::corrupt if
    /// that one cannot be read.
    Result<bool> has(const StoredPayload& payload, std::uint32_t counterpart);
    /// True if the payload is no nearer to its counterpart than to zero, judged by its first elements (64 K,
    /// or fewer): such a payload did not come about by training on. With errors relative to the change, an
    /// error of one half would be half of its values. For floats only; `counterpart` and errors as in has().
    Result<bool> is_unlike(const StoredPayload& payload, std::uint32_t counterpart);

 private:
    /// Payloads follow each other in a stream, so one decoded chunk serves many of them.
    struct Held {
        std::uint64_t chunk = ~std::uint64_t{0};
        Bytes bytes;
    };
    Result<ByteView> earlier_chunk(std::uint32_t stream, std::uint64_t chunk);

    const OpenCheckpoint& checkpoint_;
    ComparedState earlier_;
    std::map<std::uint32_t, Held> held_;  ///< by stream of the earlier step
};

}  // namespace stepvault
