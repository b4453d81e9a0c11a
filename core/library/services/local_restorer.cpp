#include "library/services/local_restorer.h"

#include "library/restore/several_restoring.h"
#include "library/restore/step_restoring.h"

namespace stepvault {

Result<RestoreProposal> LocalRestorer::propose(const std::string& run_id, const std::string& checkpoint_id,
                                               RestoreExtent extent) {
    return propose_restore(parts_.vault, run_id, checkpoint_id, extent);
}

Result<RestoreProposals> LocalRestorer::propose_both(const std::string& run_id,
                                                     const std::string& checkpoint_id) {
    return propose_restores(parts_.vault, run_id, checkpoint_id);
}

Result<RestoreReport> LocalRestorer::restore(const RestoreRequest& request, const JobContext& job) {
    return restore_step(parts_.vault, request, parts_.pool, job);
}

RestoreSeveralReport LocalRestorer::restore_several(const RestoreSeveralRequest& request,
                                                    const JobContext& job) {
    return stepvault::restore_several(parts_.vault, request, parts_.pool, job);
}

}  // namespace stepvault
