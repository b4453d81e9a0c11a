// Operations on a run whose lease this process has.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "library/write/recode_request.h"
#include "library/write/run_lease.h"
#include "run/completeness.h"
#include "vault/encode/shared_encoding.h"
#include "vault/format/step_file_writer.h"
#include "vault/rewrite/recoding.h"

namespace stepvault {

/// Stores a checkpoint. `choice`: for this checkpoint only; otherwise the run's. See IngestJob.
Result<CheckpointRow> ingest(RunLease& lease, const OpenCheckpoint& checkpoint,
                             const std::optional<SchemeChoice>& choice, const SharedEncoding& shared,
                             const JobContext& job);
/// Stores a checkpoint in pieces and returns its id. See IngestJob::ingest_in_pieces().
Result<std::string> ingest_in_pieces(RunLease& lease, const OpenCheckpoint& checkpoint,
                                     const std::optional<SchemeChoice>& choice, const SharedEncoding& shared,
                                     StepPiece& piece, const JobContext& job);
/// The step of a checkpoint whose name has none: the last step of the run's metrics, or else the number of
/// checkpoints of this source, from 1.
[[nodiscard]] std::int64_t step_reached(const RunLease& lease, const std::string& source);

/// ErrorCode::locked while the run is recoded or pruned.
Status set_scheme(RunLease& lease, const SchemeChoice& choice);
/// See RunWriter::pin(). ErrorCode::locked while the run is recoded or pruned.
Status pin(RunLease& lease, const std::string& id, bool pinned);
/// See RunWriter::set_place(), and refresh_record(), which it calls first. The caller has the lease's turn.
Status set_place(RunLease& lease, const RunRecord& record);

/// See recode_run(), and preview_recode() for a dry run.
Result<RecodeReport> recode(RunLease& lease, const RecodeRequest& request, const JobContext& job);

}  // namespace stepvault
