#pragma once

#include "library/services/joined_overview.h"
#include "library/services/joined_parts.h"
#include "library/services/queries.h"

namespace stepvault {

/// Queries of several vaults. Each question about a run goes to the vault that has it.
class JoinedQueries : public Queries {
 public:
    /// `parts` must outlive this object.
    explicit JoinedQueries(JoinedParts& parts) : parts_(parts), overview_(parts) {}

    Result<VaultOverview> overview(const OverviewRequest& request, const JobContext& job) override;
    Result<std::vector<RunContents>> contents(const std::vector<std::string>& run_ids,
                                              const JobContext& job) override;
    Result<std::vector<RunInfo>> runs() override;
    Result<RunInfo> run(const std::string& name_or_id) override;
    RunState state(const RunInfo& run) override;
    Result<std::vector<CheckpointRow>> checkpoints(const std::string& run_id) override;
    Result<CheckpointRow> find_checkpoint(const std::string& run_id, std::int64_t step) override;
    Result<std::vector<TensorRow>> tensors(const std::string& run_id,
                                           const std::string& checkpoint_id) override;
    Result<PartitionTree> tree(const std::string& run_id, const std::string& checkpoint_id) override;
    Result<CheckpointReport> report(const std::string& run_id, const std::string& checkpoint_id,
                                    const JobContext& job) override;
    Result<CheckpointDifference> difference(const CheckpointPlace& a, const CheckpointPlace& b,
                                            const JobContext& job) override;
    Result<BitsStudy> study_bits(const std::string& run_id, const std::string& checkpoint_id) override;
    Result<RecodedStudy> study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                       const SchemeChoice& choice, const JobContext& job) override;
    Result<RowChanges> row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                   const JobContext& job) override;
    Result<std::vector<TensorError>> tensor_errors(const std::string& run_id,
                                                   const std::string& checkpoint_id) override;
    Result<std::vector<SeriesRow>> series(const std::string& run_id) override;
    Result<std::vector<MetricPoint>> points(const std::string& run_id, const std::string& tag,
                                            std::optional<std::int64_t> after_step) override;
    Result<std::vector<PointSummary>> chart(const std::string& run_id, const std::string& tag,
                                            const ChartRange& range, std::size_t columns) override;
    Result<RunHyperparameters> hyperparameters(const std::string& run_id) override;
    Result<std::map<std::string, RunHyperparameters>> hyperparameters() override;
    Result<std::vector<std::int64_t>> planned_steps(const std::string& run_id,
                                                    std::optional<std::int64_t> reached,
                                                    std::size_t most) override;
    Result<std::uint64_t> version() override;
    std::optional<DiskSpace> disk() override;
    Result<PlanReport> plan(const std::string& run_id, const PlanOptions& options) override;
    Result<SchemeChoice> scheme(const std::string& run) override;

 private:
    /// The run's row with the name that is shown.
    [[nodiscard]] RunInfo shown(std::size_t part, RunInfo run) const;

    JoinedParts& parts_;
    JoinedOverview overview_;
};

}  // namespace stepvault
