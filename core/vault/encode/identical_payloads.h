// What payloads have to do with others. Those need no bytes of their own that are copies of another one in
// the same checkpoint (tied, or saved twice), or that did not change at all (frozen): a look at their
// beginnings rules out nearly all others; the rest is compared.
#pragma once

#include <map>

#include "run/completeness.h"
#include "vault/chain/chain.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Sets StoredPayload::same_as wherever an earlier payload of the same stream holds the same bytes. What is
/// one value throughout is left alone: it costs nothing anyway, and rarely stays alike.
Status find_copies(const OpenCheckpoint& checkpoint, StepLayout& layout);

/// Holds payloads against an earlier state. Nothing is owned.
class EarlierPayloads {
 public:
    EarlierPayloads(const OpenCheckpoint& checkpoint, const Chain& earlier)
        : checkpoint_(checkpoint), earlier_(earlier) {}

    /// True where the payload holds what the earlier step restores to for its payload `counterpart`.
    /// ErrorCode::corrupt where that cannot be read.
    Result<bool> has(const StoredPayload& payload, std::uint32_t counterpart);
    /// True where the two are no nearer to each other than the payload is to zero, as far as its first
    /// elements tell (64 K, or fewer): it did not come about by training on. Where errors count against the
    /// change, an error of a half would be half of its values. For floats; else as has().
    Result<bool> is_unlike(const StoredPayload& payload, std::uint32_t counterpart);

 private:
    /// Payloads follow each other in a stream, so the chunk at hand serves many of them.
    struct Held {
        std::uint64_t chunk = ~std::uint64_t{0};
        Bytes bytes;
    };
    Result<ByteView> earlier_chunk(std::uint32_t stream, std::uint64_t chunk);

    const OpenCheckpoint& checkpoint_;
    const Chain& earlier_;
    std::map<std::uint32_t, Held> held_;  ///< by stream of the earlier step
};

}  // namespace stepvault
