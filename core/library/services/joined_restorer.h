#pragma once

#include "library/services/joined_parts.h"
#include "library/services/restorer.h"

namespace stepvault {

/// Restores from several vaults, each checkpoint on the machine that has its vault.
class JoinedRestorer : public Restorer {
 public:
    /// `parts` must outlive this object.
    explicit JoinedRestorer(JoinedParts& parts) : parts_(parts) {}

    Result<RestoreProposal> propose(const std::string& run_id, const std::string& checkpoint_id,
                                    RestoreExtent extent) override;
    Result<RestoreProposals> propose_both(const std::string& run_id,
                                          const std::string& checkpoint_id) override;
    Result<std::filesystem::path> original(const std::string& run_id,
                                           const std::string& checkpoint_id) override;
    Result<RestoreReport> restore(const RestoreRequest& request, const JobContext& job) override;
    RestoreSeveralReport restore_several(const RestoreSeveralRequest& request,
                                         const JobContext& job) override;

 private:
    JoinedParts& parts_;
};

}  // namespace stepvault
