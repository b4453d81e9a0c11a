// What frameworks leave behind when all files of a checkpoint's folder are written.
#pragma once

#include <cstdint>
#include <span>

#include "base/result.h"
#include "run/completeness.h"

namespace stepvault {

/// True where the framework writes something last, and that is there and no older than the rest:
/// trainer_state.json, .metadata, an index of shards, ... A single file tells by itself when it is whole.
/// `modified_ns`: the candidate's files' modification times, in their order.
bool has_done_mark(const CheckpointCandidate& candidate, std::span<const std::int64_t> modified_ns);

/// ErrorCode::incomplete where latest_checkpointed_iteration.txt (Megatron) or latest (DeepSpeed) beside the
/// folder names an older step and was not written since, where a rank's file is missing between others',
/// where there are fewer shards than their names say and nothing newer tells that they were left behind, or
/// where a file in the folder has an unfinished name and is as new as the others.
Status check_done_marks(const OpenCheckpoint& checkpoint);

}  // namespace stepvault
