#pragma once

#include <optional>
#include <vector>

#include "base/progress.h"
#include "base/thread_pool.h"
#include "vault/chain/chain.h"

namespace stepvault {

/// The Euclidean norm of each payload of the chain's top step as it restores, finite elements only; 0 for
/// those that are no floats, nothing for those of which something was dropped. As many as the layout's
/// payloads. Decodes the whole step.
Result<std::vector<std::optional<double>>> payload_norms(const Chain& chain, ThreadPool& pool,
                                                         const JobContext& job);

}  // namespace stepvault
