// Scheme `adaptive` for a whole checkpoint: chooses the error of each group of tensors, and the models of its
// streams, from a sample of the data.
#pragma once

#include "codec/adaptive_planner.h"
#include "vault/encode/chunk_source.h"
#include "vault/format/step_content.h"
#include "vault/records/scheme_choice.h"

namespace stepvault {

/// The target of a stream of coding adaptive; `error` is the checkpoint's target, `interval` the number of
/// optimizer steps since the step before. Weights and embeddings share one step size, which is the best rate
/// for their common error. Vectors (biases, gains) are few and matter much: they get a quarter of the error.
/// Beside second moments (Adam and its kin), first moments move the weights by a few learning rates at most,
/// however long the interval is: their share of the error grows with the square root of the interval.
AdaptiveTarget adaptive_target(const StepLayout& layout, std::uint32_t stream, double error,
                               std::uint64_t interval);

/// The relative error of the weights of a base that is coded anew, at most: 1 % of the energy of the change
/// between it and the next step.
inline constexpr double error_of_base = 0.1;
/// The target of a stream of such a base. `error`: the run's target, for moments; `interval`: to the next
/// step. Errors are relative to the change between the two.
AdaptiveTarget target_of_base(const StepLayout& layout, std::uint32_t stream, double error,
                              std::uint64_t interval);

/// Fills in the models of all streams of coding adaptive. Samples a million elements from up to 64 chunks of
/// each stream, and some elements of every payload. In a process group each process samples its own chunks
/// and plans some of the groups. `choice`: scheme adaptive with its error, or scheme lc, for which the target
/// is the error that a delta coded by lc would have.
Status plan_adaptive(StepContent& content, ChunkSource& source, const SchemeChoice& choice);

}  // namespace stepvault
