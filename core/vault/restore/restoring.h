// Restoring: turns a chain into the files that the training framework loads.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"
#include "vault/restore/restore_plan.h"
#include "vault/restore/restore_target.h"
#include "vault/restore/wanted_ranges.h"

namespace stepvault {

/// Called with the complete files, in the order of RestorePlan::files(), just before they get their names. An
/// error ends the restore, and nothing is left.
using BeforePublish = std::function<Status(const std::vector<StoredFile>& files, RestoreTarget& target)>;

/// Writes the chain's top step to `output`: a file for a checkpoint of one file, else a folder. The output
/// appears under its name only when it is complete, decoded and checked; after an error or cancelling nothing
/// is left. With `replace`, the old output is removed only then. Refuses names in the step file that would
/// leave the folder. ErrorCode::already_exists, no_space (checked before the start), not_found (dropped
/// content, see stripping.h), corrupt, cancelled. Progress counts bytes decoded. The files of a
/// private run are their owner's alone.
Status restore_checkpoint(const Chain& chain, const std::filesystem::path& output, bool replace,
                          ThreadPool& pool, const JobContext& job);
/// Does the same for the files of `plan`, and decodes no more than they need.
Status restore_checkpoint(const Chain& chain, const RestorePlan& plan, const std::filesystem::path& output,
                          bool replace, ThreadPool& pool, const JobContext& job,
                          const BeforePublish& before_publish = {});

/// Restores parts of the chain's top step into files in memory, by index in the step's layout. A file without
/// a range is not open; outside of the ranges the bytes of a file are undefined. Decodes the chunks that the
/// ranges touch, and those that a checksum in a range is computed from. Errors as above.
Result<std::vector<File>> restore_ranges(const Chain& chain, const std::vector<FileRange>& ranges,
                                         ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
