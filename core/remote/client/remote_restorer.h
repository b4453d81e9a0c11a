#pragma once

#include "base/thread_pool.h"
#include "library/services/restorer.h"
#include "remote/client/link.h"
#include "remote/fetch/fetched_vault.h"

namespace stepvault {

/// The restorer of a vault on another machine. Every function also returns ErrorCode::io without a
/// connection.
class RemoteRestorer : public Restorer {
 public:
    /// `link` must outlive this object.
    explicit RemoteRestorer(Link& link) : link_(link), pool_(0) {}

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
    Result<FetchedVault> open_cache();
    /// Brings the files of the checkpoint's chain here.
    Status fetch(FetchedVault& fetched, const std::string& run_id, const std::string& checkpoint_id,
                 const JobContext& job);

    Link& link_;
    ThreadPool pool_;
};

}  // namespace stepvault
