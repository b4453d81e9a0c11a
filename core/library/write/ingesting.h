#pragma once

#include <vector>

#include "library/write/ingest_request.h"
#include "library/write/run_keeper.h"
#include "run/checkpoint_scanner.h"

namespace stepvault {

/// What lies at one of the paths of a request.
Result<CheckpointCandidate> candidate_of(const IngestRequest& request, const std::filesystem::path& path);

/// See Library::ingest().
Result<std::vector<CheckpointRow>> ingest(const Vault& vault, RunKeeper& keeper, const IngestRequest& request,
                                          const JobContext& job);

}  // namespace stepvault
