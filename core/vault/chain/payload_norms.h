#pragma once

#include <optional>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// The Euclidean norm of each payload of the chain's top step as restored, over finite elements only. 0 for
/// payloads that are not floats, nullopt for payloads of which something was dropped. One entry for each
/// payload of the layout. Decodes the whole step; progress counts the bytes of its floats.
Result<std::vector<std::optional<double>>> payload_norms(const Chain& chain, ThreadPool& pool,
                                                         const JobContext& job);

}  // namespace stepvault
