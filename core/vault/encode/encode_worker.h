// Encoding by a group of processes: rank 0 holds the run's lock and decides, the others follow.
#pragma once

#include "run/completeness.h"
#include "vault/encode/encode_request.h"

namespace stepvault {

/// The processes code either the checkpoint or, before it, the run's base (parted_base.h).
enum class Coded { checkpoint, base };

/// For rank 0, before each EncodedStep::encode() and code_parted_base_anew().
Status broadcast_request(Communicator& communicator, const EncodeRequest& request,
                         Coded coded = Coded::checkpoint);
/// For rank 0, once, after its last attempt. Returns `outcome`, or the error of the communicator.
Status broadcast_outcome(Communicator& communicator, const Status& outcome);

/// For all other ranks: encodes along with each attempt of rank 0, and returns the final outcome.
/// `run_folder` lies in the vault that all processes share.
Status run_encode_worker(const OpenCheckpoint& checkpoint, const std::filesystem::path& run_folder,
                         const EncodeContext& context);

}  // namespace stepvault
