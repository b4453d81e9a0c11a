// Scheme `adaptive` for a whole checkpoint: which error each group of tensors is given, and the models of its
// streams, from a sample of the data.
#pragma once

#include "codec/adaptive_planner.h"
#include "vault/encode/chunk_source.h"
#include "vault/format/step_content.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// What is asked of a stream of coding adaptive, `error` being the checkpoint's target. Weights and
/// embeddings share one step size, which is the best rate for their common error; vectors (biases, gains) are
/// few and matter much: a quarter of the error. With second moments (Adam and its kin) updates are first
/// moments over the roots of second ones, so that small elements count as much as large ones: 0.4 of the
/// error, and levels that keep the energy of what was trained.
AdaptiveTarget adaptive_target(const StepLayout& layout, std::uint32_t stream, double error);

/// Fills in the models of all streams of coding adaptive. Looks at a million elements out of up to 64 chunks
/// of each stream, and at some of every payload. In a crew each process samples its own chunks and plans some
/// of the groups. `choice`: adaptive with its error, or lc: the error that a delta by lc would have.
Status plan_adaptive(StepContent& content, ChunkSource& source, const SchemeChoice& choice);

}  // namespace stepvault
