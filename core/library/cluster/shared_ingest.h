// Storing a checkpoint by several processes, each of which has opened the same vault's folder.
#pragma once

#include <filesystem>

#include "base/progress.h"
#include "library/write/ingest_request.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// For all ranks but rank 0, while that one calls ingest(): encodes along. `request`, `shared` and `piece` as
/// there; `vault`: its folder; `threads`: of the thread pool, 0 for one for each core.
Status help_ingest(const IngestRequest& request, const SharedEncoding& shared, StepPiece* piece,
                   const std::filesystem::path& vault, unsigned threads, const JobContext& job);

}  // namespace stepvault
