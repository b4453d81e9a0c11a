#include "library/services/local_queries.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/wall_clock.h"
#include "library/summary/run_statistics.h"
#include "library/summary/write_rate.h"
#include "partition/stored_tree.h"
#include "vault/chain/chain.h"
#include "vault/chain/shared_base.h"
#include "vault/records/step_choice.h"
#include "vault/records/step_list.h"

namespace stepvault {

namespace {

constexpr double day = 24 * 60 * 60;

SharedBaseReport shared_base_report(const Vault& vault, std::uint64_t digest) {
    SharedBaseReport report;
    report.file = shared_base_path({}, digest).native();
    const auto runs = vault.runs();
    if (!runs) return report;
    // To read all steps would take long in a large vault.
    for (const auto& record : runs->records) {
        const auto base = open_first_step(steps_folder(vault.run_folder(record.id)));
        if (base && base->meta().leans_on_shared_base() && base->meta().parent_digest == digest)
            report.runs.push_back(record.name);
    }
    return report;
}

}  // namespace

Result<std::vector<RunInfo>> LocalQueries::runs() {
    STEPVAULT_ASSIGN(rows, parts_.catalog->runs());
    std::vector<RunInfo> infos;
    for (const auto& row : rows) {
        STEPVAULT_ASSIGN(info, describe(row));
        infos.push_back(std::move(info));
    }
    return infos;
}

Result<RunInfo> LocalQueries::run(const std::string& name_or_id) {
    STEPVAULT_ASSIGN(rows, parts_.catalog->runs());
    for (const auto& row : rows) {
        if (row.name == name_or_id || row.id == name_or_id) return describe(row);
    }
    return unknown_run(name_or_id);
}

Result<RunInfo> LocalQueries::describe(const RunRow& row) {
    STEPVAULT_ASSIGN(info, describe_run(row, *parts_.catalog, parts_.losses, parts_.vault, unix_seconds()));
    info.state = state(info);
    return std::move(info);
}

RunState LocalQueries::state(const RunInfo& run) {
    const double now = unix_seconds();
    RunActivity activity = run.activity;
    const bool decides = run_state(activity, now) == RunState::ended && now - *activity.last_growth <= day;
    if (decides) activity.expects_more = parts_.processes.write_below(run.row.folder);
    return run_state(activity, now);
}

Result<std::vector<CheckpointRow>> LocalQueries::checkpoints(const std::string& run_id) {
    STEPVAULT_ASSIGN(rows, parts_.catalog->checkpoints(run_id));
    if (const auto record = RunRecord::read(run_file(parts_.vault.run_folder(run_id)))) {
        for (auto& row : rows)
            row.pinned = record->pins.contains(row.id);
    }
    return std::move(rows);
}

Result<CheckpointRow> LocalQueries::find_checkpoint(const std::string& run_id, std::int64_t step) {
    STEPVAULT_ASSIGN(rows, parts_.catalog->checkpoints(run_id));
    std::vector<StepName> names;
    names.reserve(rows.size());
    for (const auto& row : rows)
        names.push_back({row.id, row.step, row.source, row.filed});
    STEPVAULT_ASSIGN(id, choose_checkpoint(names, step));
    return *std::ranges::find(rows, id, &CheckpointRow::id);
}

Result<std::vector<TensorRow>> LocalQueries::tensors(const std::string& run_id,
                                                     const std::string& checkpoint_id) {
    return parts_.catalog->tensors(run_id, checkpoint_id);
}

Result<PartitionTree> LocalQueries::tree(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, StepFile::open(parts_.file_of(run_id, checkpoint_id)));
    return tree_of_stored(step.layout());
}

Result<CheckpointReport> LocalQueries::report(const std::string& run_id, const std::string& checkpoint_id,
                                              const JobContext& job) {
    const auto folder = parts_.vault.run_folder(run_id);
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(folder), checkpoint_id));
    chain.use_tip(parts_.tips->find(run_id, chain.top().layout()));
    STEPVAULT_ASSIGN(report, report_checkpoint(chain, parts_.pool, job));
    if (report.chain.front().is_shared_base)
        report.shared_base = shared_base_report(parts_.vault, chain.link(0).state_digest());
    return std::move(report);
}

Result<CheckpointDifference> LocalQueries::difference(const CheckpointPlace& a, const CheckpointPlace& b,
                                                      const JobContext& job) {
    return compare_places(parts_.vault, a, b, parts_.pool, job);
}

Result<BitsStudy> LocalQueries::study_bits(const std::string& run_id, const std::string& checkpoint_id) {
    return stepvault::study_bits(parts_.vault, *parts_.catalog, run_id, checkpoint_id);
}

Result<RecodedStudy> LocalQueries::study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                                 const SchemeChoice& choice, const JobContext& job) {
    return stepvault::study_recoded(parts_.vault, run_id, checkpoint_id, choice, parts_.pool, job);
}

Result<RowChanges> LocalQueries::row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                             const JobContext& job) {
    return stepvault::row_changes(parts_.vault, run_id, checkpoint_id, parts_.pool, job);
}

Result<std::vector<TensorError>> LocalQueries::tensor_errors(const std::string& run_id,
                                                             const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, StepFile::open(parts_.file_of(run_id, checkpoint_id)));
    return errors_of(step);
}

Result<std::vector<SeriesRow>> LocalQueries::series(const std::string& run_id) {
    return parts_.catalog->series(run_id);
}

Result<std::vector<MetricPoint>> LocalQueries::points(const std::string& run_id, const std::string& tag,
                                                      std::optional<std::int64_t> after_step) {
    return parts_.catalog->points(run_id, tag, after_step);
}

Result<std::vector<PointSummary>> LocalQueries::chart(const std::string& run_id, const std::string& tag,
                                                      const ChartRange& range, std::size_t columns) {
    return parts_.catalog->chart(run_id, tag, range, columns);
}

Result<RunHyperparameters> LocalQueries::hyperparameters(const std::string& run_id) {
    const auto folder = parts_.vault.run_folder(run_id);
    std::error_code ec;
    if (!std::filesystem::exists(run_file(folder), ec)) return unknown_run(run_id);
    return RunHyperparameters::read(params_file(folder));
}

Result<std::map<std::string, RunHyperparameters>> LocalQueries::hyperparameters() {
    STEPVAULT_ASSIGN(runs, parts_.vault.runs());
    std::map<std::string, RunHyperparameters> found;
    for (const auto& record : runs.records) {
        const auto file = params_file(parts_.vault.run_folder(record.id));
        auto read = RunHyperparameters::read(file);
        if (!read) {
            found[record.id].skipped.push_back({file.filename().native(), read.error().message});
        } else if (*read != RunHyperparameters()) {
            found.emplace(record.id, std::move(*read));
        }
    }
    return found;
}

Result<std::uint64_t> LocalQueries::version() {
    return parts_.catalog->version();
}

Result<PlanReport> LocalQueries::plan(const std::string& run_id, const PlanOptions& options) {
    STEPVAULT_ASSIGN(statistics, statistics_of_run(*parts_.catalog, run_id));
    return report_plan(statistics, options, write_rate_for(statistics, options, parts_.folder()));
}

Result<SchemeChoice> LocalQueries::scheme(const std::string& run) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    return std::move(record.choice);
}

}  // namespace stepvault
