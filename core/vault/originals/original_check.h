#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// Decodes the chain's top step and compares it with its original files: byte by byte, or, where the coding
/// is lossy, each number within the maximum error that the step file records for its tensor.
/// ErrorCode::corrupt, naming the first place that differs by more; cancelled. Progress counts bytes
/// compared.
Status check_against_original(const Chain& chain, const OpenCheckpoint& original, ThreadPool& pool,
                              const JobContext& job);

}  // namespace stepvault
