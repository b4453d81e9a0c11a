#pragma once

#include "run/completeness.h"
#include "vault/format/step_layout.h"

namespace stepvault {

/// Sets StoredPayload::rounds wherever a payload of bf16 or f16 weights holds the rounded elements of an fp32
/// payload, or of a part of one: mixed-precision training saves both, and optimizers join their masters. The
/// first elements rule out nearly all others; the rest is compared in full. Ignores optimizers' payloads of
/// the smaller types. `layout` needs its files and payloads, of the same numbers as in `checkpoint`.
Status find_roundings(const OpenCheckpoint& checkpoint, StepLayout& layout);

}  // namespace stepvault
