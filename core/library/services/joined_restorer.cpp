#include "library/services/joined_restorer.h"

#include <utility>

namespace stepvault {

Result<RestoreProposal> JoinedRestorer::propose(const std::string& run_id, const std::string& checkpoint_id,
                                                RestoreExtent extent) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->restorer().propose(place.run_id, checkpoint_id, extent);
}

Result<RestoreProposals> JoinedRestorer::propose_both(const std::string& run_id,
                                                      const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->restorer().propose_both(place.run_id, checkpoint_id);
}

Result<std::filesystem::path> JoinedRestorer::original(const std::string& run_id,
                                                       const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(place, parts_.find(run_id));
    return place.vault->restorer().original(place.run_id, checkpoint_id);
}

Result<RestoreReport> JoinedRestorer::restore(const RestoreRequest& request, const JobContext& job) {
    STEPVAULT_ASSIGN(place, parts_.find(request.run));
    auto own = request;
    own.run = place.run_id;
    return place.vault->restorer().restore(own, job);
}

RestoreSeveralReport JoinedRestorer::restore_several(const RestoreSeveralRequest& request,
                                                     const JobContext& job) {
    auto place = parts_.find(request.run);
    if (!place.ok()) return {.restored = {}, .ended = std::move(place).error()};
    auto own = request;
    own.run = place->run_id;
    return place->vault->restorer().restore_several(own, job);
}

}  // namespace stepvault
