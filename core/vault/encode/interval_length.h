// How far training went on since the checkpoint before.
#pragma once

#include "vault/encode/chunk_source.h"
#include "vault/format/step_content.h"

namespace stepvault {

/// The number of optimizer steps since the step before, at least 1: by the optimizer's counters where the
/// checkpoint has them as tensors, else by the checkpoints' steps, which may count epochs. 0 for an exact
/// base; to the next step for one that is coded anew.
/// `content`: layout and step of the new checkpoint. In a group, for all ranks.
Result<std::uint64_t> interval_of(const StepContent& content, ChunkSource& source, const ParentState& parent);

}  // namespace stepvault
