#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/restore/restore_request.h"
#include "vault/records/vault.h"

namespace stepvault {

/// See Restorer::restore_several(). Reads step files, never the catalog.
RestoreSeveralReport restore_several(const Vault& vault, const RestoreSeveralRequest& request,
                                     ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
