#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "library/catalog/catalog.h"
#include "library/restore/restore_request.h"
#include "library/study/bits_study.h"
#include "library/study/checkpoint_difference.h"
#include "library/study/checkpoint_report.h"
#include "library/study/stored_studies.h"
#include "library/study/tensor_errors.h"
#include "library/summary/plan_report.h"
#include "library/summary/run_info.h"
#include "library/summary/vault_overview.h"
#include "partition/partition_tree.h"
#include "vault/records/run_hyperparameters.h"

namespace stepvault {

/// Reads a vault: its runs, checkpoints, curves and plans. Changes nothing and takes no lock. Thread-safe.
/// Runs and checkpoints are named by their ids. ErrorCode::not_found for an unknown one.
class Queries {
 public:
    virtual ~Queries() = default;

    /// The list of runs with all that changed since an earlier call.
    virtual Result<VaultOverview> overview(const OverviewRequest& request, const JobContext& job) = 0;
    /// One for each of `run_ids`.
    virtual Result<std::vector<RunContents>> contents(const std::vector<std::string>& run_ids,
                                                      const JobContext& job) = 0;
    virtual Result<std::vector<RunInfo>> runs() = 0;
    virtual Result<RunInfo> run(const std::string& name_or_id) = 0;
    /// The state as of now, for a run that was read earlier: it changes with time, and with the process of
    /// the training.
    virtual RunState state(const RunInfo& run) = 0;
    virtual Result<std::vector<CheckpointRow>> checkpoints(const std::string& run_id) = 0;
    /// The checkpoint of a step: the newest generation of the main series, or else of any series.
    virtual Result<CheckpointRow> find_checkpoint(const std::string& run_id, std::int64_t step) = 0;
    virtual Result<std::vector<TensorRow>> tensors(const std::string& run_id,
                                                   const std::string& checkpoint_id) = 0;
    /// The tensors that cluster simulation partitions. Reads only the description in the step file.
    virtual Result<PartitionTree> tree(const std::string& run_id, const std::string& checkpoint_id) = 0;
    /// Decodes the step, which takes about as long as restoring it.
    virtual Result<CheckpointReport> report(const std::string& run_id, const std::string& checkpoint_id,
                                            const JobContext& job) = 0;
    /// Compares two checkpoints, of this vault or files and folders outside of it. Reads both completely, in
    /// pieces. ErrorCode::incomplete for a file that is cut off.
    virtual Result<CheckpointDifference> difference(const CheckpointPlace& a, const CheckpointPlace& b,
                                                    const JobContext& job) = 0;

    /// The error and size of a stored step at other settings. Reads only its description and statistics.
    /// ErrorCode::not_found for an exact step.
    virtual Result<BitsStudy> study_bits(const std::string& run_id, const std::string& checkpoint_id) = 0;
    /// The same after coding the step by `choice`, for an exact step. ErrorCode::not_found if the step is the
    /// first, or has no floats.
    virtual Result<RecodedStudy> study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                               const SchemeChoice& choice, const JobContext& job) = 0;
    /// Compares a step with the newest earlier step of its series, and decodes both (RowChanges::read()).
    /// ErrorCode::not_found if there is no earlier one.
    virtual Result<RowChanges> row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                           const JobContext& job) = 0;
    /// Reads only the description and statistics of the step file.
    virtual Result<std::vector<TensorError>> tensor_errors(const std::string& run_id,
                                                           const std::string& checkpoint_id) = 0;

    virtual Result<std::vector<SeriesRow>> series(const std::string& run_id) = 0;
    virtual Result<std::vector<MetricPoint>> points(const std::string& run_id, const std::string& tag,
                                                    std::optional<std::int64_t> after_step = {}) = 0;
    /// See Catalog::chart().
    virtual Result<std::vector<PointSummary>> chart(const std::string& run_id, const std::string& tag,
                                                    const ChartRange& range, std::size_t columns) = 0;
    /// The run's hyperparameters, as the vault keeps them; empty if there are none. Does not read the
    /// catalog.
    virtual Result<RunHyperparameters> hyperparameters(const std::string& run_id) = 0;
    /// Those of all runs, by the runs' ids; runs without any are left out. A damaged params.json is in the
    /// run's `skipped`.
    virtual Result<std::map<std::string, RunHyperparameters>> hyperparameters() = 0;

    /// The next steps to save after `reached`, by the plan in the run's folder: `most` at most. Empty without
    /// a plan.
    virtual Result<std::vector<std::int64_t>> planned_steps(const std::string& run_id,
                                                            std::optional<std::int64_t> reached,
                                                            std::size_t most) = 0;

    /// The disk that has the vault; nullopt if the system does not tell.
    virtual std::optional<DiskSpace> disk() = 0;
    /// Changes whenever any process changes the catalog.
    virtual Result<std::uint64_t> version() = 0;

    /// Measures the speed of the vault's disk if nothing tells the cost of a checkpoint.
    virtual Result<PlanReport> plan(const std::string& run_id, const PlanOptions& options) = 0;
    /// How new checkpoints of a run are coded. `run`: name or id.
    virtual Result<SchemeChoice> scheme(const std::string& run) = 0;
};

}  // namespace stepvault
