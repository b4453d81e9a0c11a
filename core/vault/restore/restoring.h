// Restoring: a chain becomes the files that the training framework loads.
#pragma once

#include <filesystem>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"
#include "vault/restore/restore_plan.h"

namespace stepvault {

/// Writes the chain's top step to `output`: a file for a checkpoint of one file, else a folder. It appears
/// under its name only when whole, decoded and checked; on any error, and on cancelling, nothing is left.
/// With `replace`, what was there before goes only then. Names in the step file that would leave the folder
/// are refused. ErrorCode::already_exists, no_space (asked before the start), not_found (what was dropped,
/// see reducing.h), corrupt, cancelled. Progress counts bytes decoded. Who may not read the step file may not
/// read what comes of it.
Status restore_checkpoint(const Chain& chain, const std::filesystem::path& output, bool replace,
                          ThreadPool& pool, const JobContext& job);
/// The same for what `plan` says of it: no more is decoded than that takes.
Status restore_checkpoint(const Chain& chain, const RestorePlan& plan, const std::filesystem::path& output,
                          bool replace, ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
