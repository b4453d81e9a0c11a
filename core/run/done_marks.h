// Detects the files that frameworks write once all files of a checkpoint's folder are complete.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "run/completeness.h"

namespace stepvault {

/// True where the framework writes a final file, and that file exists and is no older than the rest:
/// trainer_state.json, .metadata, an index of shards, ... Always true for a single file, whose contents show
/// whether it is complete. `modified_ns`: modification times of the candidate's files, in their order.
bool has_done_mark(const CheckpointCandidate& candidate, std::span<const std::int64_t> modified_ns);

/// ErrorCode::incomplete in these cases: latest_checkpointed_iteration.txt (Megatron) or latest (DeepSpeed)
/// beside the folder names an older step and was not written since; a rank's file is missing between those of
/// others; there are fewer shards than their names say, and nothing newer shows that they are leftovers; a
/// file in the folder has an unfinished name and is as new as the others.
Status check_done_marks(const OpenCheckpoint& checkpoint);

}  // namespace stepvault
