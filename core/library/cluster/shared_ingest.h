// Filing by several processes, each of which has opened the same vault's folder.
#pragma once

#include <filesystem>

#include "base/communicator.h"
#include "base/progress.h"
#include "library/write/ingest_request.h"

namespace stepvault {

/// For all ranks but the first, while that one's Library::ingest() has IngestRequest::shared: files along.
/// `request` and `vault` as there; `threads` as of Library::open().
Status help_ingest(const IngestRequest& request, const std::filesystem::path& vault, unsigned threads,
                   const JobContext& job);

}  // namespace stepvault
