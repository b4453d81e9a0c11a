#pragma once

#include "library/services/restorer.h"
#include "library/services/vault_parts.h"

namespace stepvault {

/// Restores from the step files of a local vault.
class LocalRestorer : public Restorer {
 public:
    /// `parts` must outlive this object.
    explicit LocalRestorer(VaultParts& parts) : parts_(parts) {}

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
    VaultParts& parts_;
};

}  // namespace stepvault
