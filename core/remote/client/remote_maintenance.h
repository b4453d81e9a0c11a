#pragma once

#include "library/services/maintenance.h"
#include "remote/client/link.h"

namespace stepvault {

/// The maintenance of a vault on another machine. Every function also returns ErrorCode::io without a
/// connection.
class RemoteMaintenance : public Maintenance {
 public:
    /// `link` must outlive this object.
    explicit RemoteMaintenance(Link& link) : link_(link) {}

    Status choose_scheme(const std::string& run, const SchemeChoice& choice) override;
    Result<RecodeReport> recode(const RecodeRequest& request, const JobContext& job) override;
    Status pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) override;
    Status rename(const std::string& run, const std::string& name) override;
    Status change_labels(const std::string& run, const LabelChange& change) override;
    Result<RetentionRules> retention_rules() override;
    Status set_retention_rules(const RetentionRules& rules) override;
    Result<PrunePlan> plan_prune(const std::string& run, const RetentionRules& rules) override;
    Result<PrunePlan> plan_weights_only(const std::string& run, const std::optional<RetentionRules>& rules,
                                        const JobContext& job) override;
    Result<PruneReport> prune(const PrunePlan& plan, Removal removal, const JobContext& job) override;
    Result<FreePlan> plan_freeing(const std::string& run, const RetentionRules& rules,
                                  double most_error) override;
    Result<FreeReport> free_originals(const FreePlan& plan, const JobContext& job) override;
    Result<std::vector<TrashEntry>> trash() override;
    Result<TrashRestore> restore_trash(const std::string& entry, const JobContext& job,
                                       const std::optional<std::filesystem::path>& into) override;
    Status purge_trash(const std::string& entry, const JobContext& job) override;
    PurgeSeveralReport purge_several(const std::vector<std::string>& entries, const JobContext& job) override;
    Result<VerifyReport> verify(const JobContext& job) override;
    Result<OriginalsReport> compare_originals(const JobContext& job) override;
    Result<RepairReport> repair(const RepairRequest& request, const JobContext& job) override;
    Result<std::optional<double>> parity() override;
    Result<std::vector<Error>> set_parity(std::optional<double> percent, const JobContext& job) override;
    Result<std::vector<Error>> reindex(const JobContext& job, Reindex extent) override;

 private:
    Link& link_;
};

}  // namespace stepvault
