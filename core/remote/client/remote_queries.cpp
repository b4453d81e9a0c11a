#include "remote/client/remote_queries.h"

#include "base/wall_clock.h"
#include "partition/stored_tree.h"
#include "remote/client/remote_call.h"

namespace stepvault {

Result<VaultOverview> RemoteQueries::overview(const OverviewRequest& request, const JobContext& job) {
    return call<&Queries::overview>(link_, request, job);
}

Result<std::vector<RunContents>> RemoteQueries::contents(const std::vector<std::string>& run_ids,
                                                         const JobContext& job) {
    return call<&Queries::contents>(link_, run_ids, job);
}

Result<std::vector<RunInfo>> RemoteQueries::runs() {
    return call<&Queries::runs>(link_);
}

Result<RunInfo> RemoteQueries::run(const std::string& name_or_id) {
    return call<&Queries::run>(link_, name_or_id);
}

RunState RemoteQueries::state(const RunInfo& run) {
    auto state = call<&Queries::state>(link_, run);
    return state ? *state : run_state(run.activity, unix_seconds());
}

Result<std::vector<CheckpointRow>> RemoteQueries::checkpoints(const std::string& run_id) {
    return call<&Queries::checkpoints>(link_, run_id);
}

Result<CheckpointRow> RemoteQueries::find_checkpoint(const std::string& run_id, std::int64_t step) {
    return call<&Queries::find_checkpoint>(link_, run_id, step);
}

Result<std::vector<TensorRow>> RemoteQueries::tensors(const std::string& run_id,
                                                      const std::string& checkpoint_id) {
    return call<&Queries::tensors>(link_, run_id, checkpoint_id);
}

Result<PartitionTree> RemoteQueries::tree(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(layout, call<&StepSources::layout>(link_, run_id, checkpoint_id));
    return tree_of_stored(layout);
}

Result<CheckpointReport> RemoteQueries::report(const std::string& run_id, const std::string& checkpoint_id,
                                               const JobContext& job) {
    return call<&Queries::report>(link_, run_id, checkpoint_id, job);
}

Result<CheckpointDifference> RemoteQueries::difference(const CheckpointPlace& a, const CheckpointPlace& b,
                                                       const JobContext& job) {
    return call<&Queries::difference>(link_, a, b, job);
}

Result<BitsStudy> RemoteQueries::study_bits(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(source, call<&StepSources::study>(link_, run_id, checkpoint_id));
    return BitsStudy::of(std::move(source));
}

Result<RecodedStudy> RemoteQueries::study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                                  const SchemeChoice& choice, const JobContext& job) {
    STEPVAULT_ASSIGN(source, call<&StepSources::recoded>(link_, run_id, checkpoint_id, choice, job));
    STEPVAULT_ASSIGN(study, BitsStudy::of(std::move(source.study)));
    return RecodedStudy{std::move(study), std::move(source.rows)};
}

Result<RowChanges> RemoteQueries::row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                              const JobContext& job) {
    return call<&Queries::row_changes>(link_, run_id, checkpoint_id, job);
}

Result<std::vector<TensorError>> RemoteQueries::tensor_errors(const std::string& run_id,
                                                              const std::string& checkpoint_id) {
    return call<&Queries::tensor_errors>(link_, run_id, checkpoint_id);
}

Result<std::vector<SeriesRow>> RemoteQueries::series(const std::string& run_id) {
    return call<&Queries::series>(link_, run_id);
}

Result<std::vector<MetricPoint>> RemoteQueries::points(const std::string& run_id, const std::string& tag,
                                                       std::optional<std::int64_t> after_step) {
    return call<&Queries::points>(link_, run_id, tag, after_step);
}

Result<std::vector<PointSummary>> RemoteQueries::chart(const std::string& run_id, const std::string& tag,
                                                       const ChartRange& range, std::size_t columns) {
    return call<&Queries::chart>(link_, run_id, tag, range, columns);
}

Result<RunHyperparameters> RemoteQueries::hyperparameters(const std::string& run_id) {
    return call<wire::params_of_run>(link_, run_id);
}

Result<std::map<std::string, RunHyperparameters>> RemoteQueries::hyperparameters() {
    return call<wire::params_of_all>(link_);
}

Result<std::vector<std::int64_t>> RemoteQueries::planned_steps(const std::string& run_id,
                                                               std::optional<std::int64_t> reached,
                                                               std::size_t most) {
    return call<&Queries::planned_steps>(link_, run_id, reached, most);
}

std::optional<DiskSpace> RemoteQueries::disk() {
    auto disk = call<&Queries::disk>(link_);
    return disk ? *disk : std::nullopt;
}

Result<std::uint64_t> RemoteQueries::version() {
    return call<&Queries::version>(link_);
}

Result<PlanReport> RemoteQueries::plan(const std::string& run_id, const PlanOptions& options) {
    STEPVAULT_ASSIGN(inputs, call<&StepSources::plan_inputs>(link_, run_id, options));
    return report_plan(inputs.statistics, options, inputs.write_rate);
}

Result<SchemeChoice> RemoteQueries::scheme(const std::string& run) {
    return call<&Queries::scheme>(link_, run);
}

}  // namespace stepvault
