#pragma once

#include "base/progress.h"
#include "base/thread_pool.h"
#include "library/restore/restore_request.h"
#include "vault/records/vault.h"

namespace stepvault {

/// Restorer::restore_several(); step files alone are asked, never the catalog.
RestoreSeveralReport restore_several(const Vault& vault, const RestoreSeveralRequest& request,
                                     ThreadPool& pool, const JobContext& job);

}  // namespace stepvault
