#include "library/library.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "base/wall_clock.h"
#include "library/maintenance/vault_check.h"
#include "library/restore/several_restoring.h"
#include "library/restore/step_restoring.h"
#include "library/retention/stored_rules.h"
#include "library/summary/write_rate.h"
#include "library/watch/watcher.h"
#include "library/write/ingesting.h"
#include "library/write/run_leases.h"
#include "library/write/run_operations.h"
#include "partition/stored_tree.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault_paths.h"
#include "vault/repair/vault_moving.h"
#include "vault/run/parity_keeping.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Calls `work` with a new entry of the trash, and deletes the entry if it stays empty.
template <class Work>
std::invoke_result_t<Work, const fs::path&> with_trash_entry(const fs::path& vault, const Work& work) {
    STEPVAULT_ASSIGN(entry, make_trash_entry(vault, std::chrono::system_clock::now()));
    auto report = work(entry);
    const bool is_gone = remove_used_trash_entry(entry);
    if (report && !is_gone) report->trash_entry = entry.filename().native();
    return report;
}

}  // namespace

struct Library::Parts {
    Parts(Vault v, std::unique_ptr<Catalog> c, MetricSourceFactory m, unsigned threads)
        : vault(std::move(v)),
          catalog(std::move(c)),
          open_metrics(std::move(m)),
          pool(threads),
          leases(vault, *catalog, pool),
          losses(*catalog) {}

    [[nodiscard]] fs::path file_of(const std::string& run_id, const std::string& checkpoint_id) const {
        return step_path(steps_folder(vault.run_folder(run_id)), checkpoint_id);
    }

    Vault vault;
    std::unique_ptr<Catalog> catalog;
    MetricSourceFactory open_metrics;
    ThreadPool pool;
    RunLeases leases;
    LossDigests losses;
};

Library::Library(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Library::~Library() = default;

Result<std::unique_ptr<Library>> Library::open(const fs::path& vault, Mode mode, const Backends& backends,
                                               unsigned threads) {
    STEPVAULT_ASSIGN(opened, Vault::open(vault, mode == Mode::create));
    STEPVAULT_ASSIGN(catalog, backends.catalog(opened.folder()));
    return std::unique_ptr<Library>(new Library(
        std::make_unique<Parts>(std::move(opened), std::move(catalog), backends.metrics, threads)));
}

Result<std::unique_ptr<Library>> Library::open_caught_up(const fs::path& vault, Mode mode,
                                                         const Backends& backends, const JobContext& job) {
    STEPVAULT_ASSIGN(library, open(vault, mode, backends));
    auto status = library->reindex(job, Reindex::differences);
    // As one that cannot be opened at all is.
    if (!status && status.error().code == ErrorCode::corrupt) status = library->reindex(job);
    // What cannot be written is shown as it is. A full disk is no reason to keep those out who free it.
    if (!status && status.error().code != ErrorCode::permission && status.error().code != ErrorCode::no_space)
        return status.error();
    return std::move(library);
}

const fs::path& Library::folder() const {
    return parts_->vault.folder();
}

Result<std::vector<RunInfo>> Library::runs() {
    STEPVAULT_ASSIGN(rows, parts_->catalog->runs());
    std::vector<RunInfo> infos;
    for (const auto& row : rows) {
        STEPVAULT_ASSIGN(info,
                         describe_run(row, *parts_->catalog, parts_->losses, parts_->vault, unix_seconds()));
        infos.push_back(std::move(info));
    }
    return infos;
}

Result<RunInfo> Library::run(const std::string& name_or_id) {
    STEPVAULT_ASSIGN(rows, parts_->catalog->runs());
    for (const auto& row : rows) {
        if (row.name == name_or_id || row.id == name_or_id)
            return describe_run(row, *parts_->catalog, parts_->losses, parts_->vault, unix_seconds());
    }
    return unknown_run(name_or_id);
}

Result<std::vector<CheckpointRow>> Library::checkpoints(const std::string& run_id) {
    STEPVAULT_ASSIGN(rows, parts_->catalog->checkpoints(run_id));
    if (const auto record = RunRecord::read(run_file(parts_->vault.run_folder(run_id)))) {
        for (auto& row : rows)
            row.pinned = record->pins.contains(row.id);
    }
    return std::move(rows);
}

Result<CheckpointRow> Library::find_checkpoint(const std::string& run_id, std::int64_t step) {
    STEPVAULT_ASSIGN(rows, parts_->catalog->checkpoints(run_id));
    std::vector<StepName> names;
    names.reserve(rows.size());
    for (const auto& row : rows)
        names.push_back({row.id, row.step, row.source, row.filed});
    STEPVAULT_ASSIGN(id, choose_checkpoint(names, step));
    return *std::find_if(rows.begin(), rows.end(), [&](const CheckpointRow& row) { return row.id == id; });
}

Result<std::vector<TensorRow>> Library::tensors(const std::string& run_id, const std::string& checkpoint_id) {
    return parts_->catalog->tensors(run_id, checkpoint_id);
}

Result<PartitionTree> Library::tree(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, StepFile::open(parts_->file_of(run_id, checkpoint_id)));
    return tree_of_stored(step.layout());
}

Result<CheckpointReport> Library::report(const std::string& run_id, const std::string& checkpoint_id,
                                         const JobContext& job) {
    const auto folder = parts_->vault.run_folder(run_id);
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(folder), checkpoint_id));
    chain.use_tip(tip_file(folder));
    return report_checkpoint(chain, parts_->pool, job);
}

Result<BitsStudy> Library::study_bits(const std::string& run_id, const std::string& checkpoint_id) {
    return stepvault::study_bits(parts_->vault, *parts_->catalog, run_id, checkpoint_id);
}

Result<RecodedStudy> Library::study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                            const SchemeChoice& choice, const JobContext& job) {
    return stepvault::study_recoded(parts_->vault, run_id, checkpoint_id, choice, parts_->pool, job);
}

Result<RowChanges> Library::row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                        const JobContext& job) {
    return stepvault::row_changes(parts_->vault, run_id, checkpoint_id, parts_->pool, job);
}

Result<std::vector<TensorError>> Library::tensor_errors(const std::string& run_id,
                                                        const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, StepFile::open(parts_->file_of(run_id, checkpoint_id)));
    return errors_of(step);
}

Result<std::vector<SeriesRow>> Library::series(const std::string& run_id) {
    return parts_->catalog->series(run_id);
}

Result<std::vector<MetricPoint>> Library::points(const std::string& run_id, const std::string& tag,
                                                 std::optional<std::int64_t> after_step) {
    return parts_->catalog->points(run_id, tag, after_step);
}

Result<std::vector<PointSummary>> Library::chart(const std::string& run_id, const std::string& tag,
                                                 const ChartRange& range, std::size_t columns) {
    return parts_->catalog->chart(run_id, tag, range, columns);
}

Result<std::uint64_t> Library::version() {
    return parts_->catalog->version();
}

Result<RestoreProposal> Library::propose_restore(const std::string& run_id, const std::string& checkpoint_id,
                                                 RestoreExtent extent) {
    return stepvault::propose_restore(parts_->vault, run_id, checkpoint_id, extent);
}

Result<RestoreProposals> Library::propose_restores(const std::string& run_id,
                                                   const std::string& checkpoint_id) {
    return stepvault::propose_restores(parts_->vault, run_id, checkpoint_id);
}

Result<RestoreReport> Library::restore(const RestoreRequest& request, const JobContext& job) {
    return restore_step(parts_->vault, request, parts_->pool, job);
}

RestoreSeveralReport Library::restore_several(const RestoreSeveralRequest& request, const JobContext& job) {
    return stepvault::restore_several(parts_->vault, request, parts_->pool, job);
}

Result<PlanReport> Library::plan(const std::string& run_id, const PlanOptions& options) {
    STEPVAULT_ASSIGN(facts, facts_of_run(*parts_->catalog, run_id));
    return report_plan(facts, options, write_rate_for(facts, options, folder()));
}

Result<SchemeChoice> Library::scheme(const std::string& run) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    return std::move(record.choice);
}

Status Library::choose_scheme(const std::string& run, const SchemeChoice& choice) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    STEPVAULT_ASSIGN(kept, parts_->leases.acquire(record.id));
    return set_scheme(*kept, choice);
}

Result<RecodeReport> Library::recode(const RecodeRequest& request, const JobContext& job) {
    STEPVAULT_ASSIGN(run, find_run(parts_->vault, request.run));
    STEPVAULT_ASSIGN(kept, parts_->leases.acquire(run.id));
    return stepvault::recode(*kept, request, job);
}

Result<PrunePlan> Library::plan_prune(const std::string& run, const RetentionRules& rules) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    return stepvault::plan_prune(parts_->vault.run_folder(record.id), rules);
}

Result<PrunePlan> Library::plan_reducing(const std::string& run, const std::optional<RetentionRules>& rules,
                                         const JobContext& job) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    // What is made to try it would go with what a killed writer left.
    const auto kept = parts_->leases.acquire(record.id);
    if (!kept) return kept.error();
    return stepvault::plan_reducing(parts_->vault.run_folder(record.id), rules, parts_->pool, job);
}

Result<RetentionRules> Library::retention_rules() {
    STEPVAULT_ASSIGN(json, parts_->vault.setting(rules_setting));
    return rules_from_json(json);
}

Status Library::set_retention_rules(const RetentionRules& rules) {
    return parts_->vault.set_setting(rules_setting, rules_to_json(rules));
}

Result<PruneReport> Library::prune(const PrunePlan& plan, Removal removal, const JobContext& job) {
    STEPVAULT_ASSIGN(lease, parts_->leases.acquire(plan.run_id));
    const auto prune_to = [&](const fs::path& trash) {
        return lease->rewrite(
            job, [&](RunWriter& run) { return execute_prune(run, plan, parts_->pool, job, trash); });
    };
    if (removal == Removal::permanent || plan.weights_only) return prune_to({});
    return with_trash_entry(folder(), prune_to);
}

Result<FreePlan> Library::plan_freeing(const std::string& run, const RetentionRules& rules,
                                       double most_error) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    STEPVAULT_ASSIGN(owned, owned_folders(parts_->vault));
    return stepvault::plan_freeing(parts_->vault.run_folder(record.id), rules, most_error, owned);
}

Result<FreeReport> Library::free_originals(const FreePlan& plan, const JobContext& job) {
    STEPVAULT_ASSIGN(lease, parts_->leases.acquire(plan.run_id));
    const auto alone = lock_trash(folder());
    if (!alone) return alone.error();
    STEPVAULT_ASSIGN(owned, owned_folders(parts_->vault));
    return with_trash_entry(folder(), [&](const fs::path& trash) {
        return lease->exclusively(
            job, [&](RunWriter& run) -> Result<FreeReport> {
            return execute_freeing(run, plan, owned, parts_->pool, job, trash); });
    });
}

Result<std::vector<TrashEntry>> Library::trash() {
    return list_trash(folder());
}

Result<TrashReturn> Library::restore_trash(const std::string& entry, const JobContext& job,
                                           const std::optional<fs::path>& into) {
    return return_trash(parts_->vault, parts_->leases, entry, into, job);
}

Status Library::purge_trash(const std::string& entry, const JobContext& job) {
    return purge(folder(), entry, job);
}

PurgeSeveralReport Library::purge_several(const std::vector<std::string>& entries, const JobContext& job) {
    return stepvault::purge_several(folder(), entries, job);
}

Status Library::pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) {
    STEPVAULT_ASSIGN(kept, parts_->leases.acquire(run_id));
    return stepvault::pin(*kept, checkpoint_id, pinned);
}

Result<std::vector<CheckpointRow>> Library::ingest(const IngestRequest& request, const JobContext& job) {
    SingleProcess alone;
    return stepvault::ingest(parts_->vault, parts_->leases, request, {alone}, nullptr, job);
}

Result<std::vector<CheckpointRow>> Library::ingest(const IngestRequest& request, const SharedEncoding& shared,
                                                   StepPiece* piece, const JobContext& job) {
    return stepvault::ingest(parts_->vault, parts_->leases, request, shared, piece, job);
}

Status Library::take_step(const std::string& run_id, const std::string& id, ByteView step_file) {
    STEPVAULT_ASSIGN(kept, parts_->leases.acquire(run_id));
    STEPVAULT_TRY(kept->access()->take_step(id, step_file));
    return kept->reconcile();
}

Result<VerifyReport> Library::verify(const JobContext& job) {
    return verify_vault(parts_->vault, *parts_->catalog, parts_->pool, job);
}

Result<OriginalsReport> Library::compare_originals(const JobContext& job) {
    return stepvault::compare_originals(parts_->vault, parts_->pool, job);
}

Result<RepairReport> Library::repair(const RepairRequest& request, const JobContext& job) {
    return repair_vault(parts_->vault, parts_->leases, *parts_->catalog, request, parts_->pool, job);
}

Result<bool> Library::repair_vault_file(const fs::path& vault) {
    return Vault::write_file_anew(vault);
}

Status Library::move(const fs::path& vault, const fs::path& to, const JobContext& job) {
    return move_vault(vault, to, job);
}

Result<std::vector<Error>> Library::set_parity(std::optional<double> percent, const JobContext& job) {
    STEPVAULT_TRY(set_kept_parity(parts_->vault, percent));
    const auto keep = [&](const std::string& run_id) -> Status {
        STEPVAULT_ASSIGN(lease, parts_->leases.acquire(run_id));
        return lease->exclusively(job, [&](RunWriter& run) -> Status {
            STEPVAULT_ASSIGN(kept, kept_parity(parts_->vault));
            return keep_parity(run.folder(), kept, parts_->pool, job);
        });
    };
    std::vector<Error> hindered;
    STEPVAULT_ASSIGN(runs, parts_->vault.runs());
    for (const auto& record : runs.records) {
        STEPVAULT_TRY(job.check());
        const auto made = keep(record.id);
        if (made) continue;
        if (made.error().code == ErrorCode::cancelled) return made.error();
        hindered.push_back(made.error().within("run " + record.name));
    }
    return hindered;
}

Result<std::vector<Error>> Library::reindex(const JobContext& job, Reindex extent) {
    if (extent == Reindex::from_nothing && parts_->catalog->is_temporary()) {
        return Error{ErrorCode::permission, "cannot write " + catalog_file(folder()).native() +
                                                "; what the vault holds is listed without"};
    }
    return reindex_catalog(*parts_->catalog, parts_->vault, extent, job);
}

Status Library::watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) {
    auto resolved = options;
    for (auto& root : resolved.roots) {
        std::error_code ec;
        auto absolute = fs::absolute(root, ec);
        if (ec) return system_error(ec.value(), "watch", root.native());
        root = absolute.has_filename() || !absolute.has_relative_path() ? absolute : absolute.parent_path();
    }
    return Watcher(parts_->vault, parts_->leases, *parts_->catalog, parts_->open_metrics, std::move(resolved),
                   observer)
        .run(job);
}

}  // namespace stepvault
