// How one process tells the others of its crew what to file: the one that holds the run's lock decides.
#pragma once

#include "vault/encode/filing.h"

namespace stepvault {

/// For the leader, on each call of file_checkpoint(). `request`: the same that it is given.
Status tell_request(Communicator& communicator, const FilingRequest& request);
/// For the leader in the end, whatever became of it.
Status tell_end(Communicator& communicator, const Status& outcome);

/// For all other ranks: files along, as often as the leader tries, and returns what came of it in the end.
/// `run_folder` lies in the vault that all share; `codes` as of FilingRequest, one for each run; `piece`
/// where the leader files in pieces, else null.
Status help_filing(const OpenCheckpoint& checkpoint, const std::filesystem::path& run_folder,
                   const SharedFiling& shared, HuffmanCache& codes, StepPiece* piece, ThreadPool& pool,
                   const JobContext& job);

}  // namespace stepvault
