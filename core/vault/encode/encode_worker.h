// Encoding by a group of processes: rank 0 holds the run's lock and decides, the others follow.
#pragma once

#include "run/completeness.h"
#include "vault/encode/encode_request.h"

namespace stepvault {

/// For rank 0, before each EncodedStep::encode().
Status broadcast_request(Communicator& communicator, const EncodeRequest& request);
/// For rank 0, once, after its last attempt. Returns `outcome`, or the error of the communicator.
Status broadcast_outcome(Communicator& communicator, const Status& outcome);

/// For all other ranks: encodes along with each attempt of rank 0, and returns the final outcome.
/// `run_folder` lies in the vault that all processes share.
Status run_encode_worker(const OpenCheckpoint& checkpoint, const std::filesystem::path& run_folder,
                         const EncodeContext& context);

}  // namespace stepvault
