#pragma once

#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// Restores files of the chain's top step into memory, with their layouts, as if they had been opened.
/// `wanted`: by file. Errors: see restore_checkpoint(); limit where the files take more memory than the
/// process can have.
Result<std::vector<OpenCheckpoint::OpenFile>> restored_files(const Chain& chain,
                                                             const std::vector<bool>& wanted,
                                                             ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
