#pragma once

#include <filesystem>
#include <vector>

#include "library/write/ingest_request.h"
#include "library/write/run_leases.h"
#include "run/checkpoint_scanner.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_file_writer.h"

namespace stepvault {

/// The checkpoint candidate at one of the request's paths.
Result<CheckpointCandidate> candidate_of(const IngestRequest& request, const std::filesystem::path& path);

/// See Watcher::ingest(). In a group of processes this one has rank 0, the request has one path, and the
/// others call help_ingest(). `piece`: null, or receives this process's share of the step file, which is then
/// not published; the returned rows have only ids and sizes.
Result<std::vector<CheckpointRow>> ingest(const Vault& vault, RunLeases& leases, const IngestRequest& request,
                                          const SharedEncoding& shared, StepPiece* piece,
                                          const JobContext& job);

/// For all ranks: opens the checkpoint of a request with `is_parted`. See open_parted_checkpoint().
Result<OpenCheckpoint> open_parted(const IngestRequest& request, Communicator& group);

}  // namespace stepvault
