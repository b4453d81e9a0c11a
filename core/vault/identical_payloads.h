// Payloads that need no bytes of their own: copies of another one in the same checkpoint (tied, or saved
// twice), and those that did not change at all (frozen). A look at their beginnings by hash rules out nearly
// all others; the rest is compared.
#pragma once

#include <map>

#include "run/completeness.h"
#include "vault/chain.h"
#include "vault/step_layout.h"

namespace stepvault {

/// Sets StoredPayload::same_as wherever an earlier payload of the same stream holds the same bytes. What is
/// one value throughout is left alone: it costs nothing anyway, and rarely stays alike.
Status find_copies(const OpenCheckpoint& checkpoint, StepLayout& layout);

/// Holds payloads against the state that they will be coded against. Nothing is owned.
class UnchangedPayloads {
 public:
    UnchangedPayloads(const OpenCheckpoint& checkpoint, const Chain& parent)
        : checkpoint_(checkpoint), parent_(parent) {}

    /// True where the payload holds what the parent restores to for its payload `counterpart`.
    /// ErrorCode::corrupt where that cannot be read.
    Result<bool> has(const StoredPayload& payload, std::uint32_t counterpart);

 private:
    /// Payloads follow each other in a stream, so the chunk at hand serves many of them.
    struct Held {
        std::uint64_t chunk = ~std::uint64_t{0};
        Bytes bytes;
    };
    Result<ByteView> chunk_of_parent(std::uint32_t stream, std::uint64_t chunk);

    const OpenCheckpoint& checkpoint_;
    const Chain& parent_;
    std::map<std::uint32_t, Held> held_;  ///< by stream of the parent
};

}  // namespace stepvault
