#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "run/completeness.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// Decodes the chain's top step and compares it with the files it was filed from: byte by byte; where its
/// coding loses something, each number by how far the step file says its tensor is off at most.
/// ErrorCode::corrupt names the first place that differs by more, cancelled. Progress counts bytes compared.
Status check_against_original(const Chain& chain, const OpenCheckpoint& original, ThreadPool& pool,
                              const JobContext& job);

}  // namespace stepvault
