#pragma once

#include <string>

#include "base/progress.h"
#include "library/restore/restore_request.h"

namespace stepvault {

/// Restores checkpoints to files on the machine that has the vault. Takes no lock. Thread-safe.
class Restorer {
 public:
    virtual ~Restorer() = default;

    /// The name, size and missing parts of a restored checkpoint. ErrorCode::unsupported if the weights
    /// cannot be told from the rest.
    virtual Result<RestoreProposal> propose(const std::string& run_id, const std::string& checkpoint_id,
                                            RestoreExtent extent) = 0;
    /// Both extents, and reads the step file once.
    virtual Result<RestoreProposals> propose_both(const std::string& run_id,
                                                  const std::string& checkpoint_id) = 0;
    /// The path of the checkpoint's original in the run's own folder. ErrorCode::not_found if it is gone or
    /// was changed since it was stored; unsupported for files that share a folder with others.
    virtual Result<std::filesystem::path> original(const std::string& run_id,
                                                   const std::string& checkpoint_id) = 0;
    virtual Result<RestoreReport> restore(const RestoreRequest& request, const JobContext& job) = 0;
    /// Restores one after another to one folder, each under its own name or the next free one. Checks the
    /// space for all before it begins. Progress counts the bytes of all.
    virtual RestoreSeveralReport restore_several(const RestoreSeveralRequest& request,
                                                 const JobContext& job) = 0;
};

}  // namespace stepvault
