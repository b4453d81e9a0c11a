// Several processes that have opened the same vault store a checkpoint together.
#pragma once

#include <filesystem>

#include "base/progress.h"
#include "library/write/ingest_request.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// For all ranks except rank 0, while rank 0 calls Watcher::ingest() with IngestRequest::shared: helps to
/// store the checkpoint. `request` and `vault`: as for that call; `threads`: as for LocalVault::open().
Status help_ingest(const IngestRequest& request, const SharedEncoding& shared, StepPiece* piece,
                   const std::filesystem::path& vault, unsigned threads, const JobContext& job);

}  // namespace stepvault
