#include "library/library.h"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "base/wall_clock.h"
#include "library/catalog_rows.h"
#include "library/run_info.h"
#include "library/run_keeper.h"
#include "library/several_restoring.h"
#include "library/shared_ingest.h"
#include "library/step_restoring.h"
#include "library/stored_rules.h"
#include "library/vault_check.h"
#include "library/watcher.h"
#include "library/write_rate.h"
#include "partition/stored_tree.h"
#include "run/completeness.h"
#include "vault/original_moving.h"
#include "vault/parent_choice.h"
#include "vault/parity_keeping.h"
#include "vault/step_choice.h"
#include "vault/step_list.h"
#include "vault/vault_moving.h"
#include "vault/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

}  // namespace

struct Library::Parts {
    Parts(Vault v, std::unique_ptr<Catalog> c, MetricSourceFactory m, unsigned threads)
        : vault(std::move(v)),
          catalog(std::move(c)),
          open_metrics(std::move(m)),
          pool(threads),
          keeper(vault, *catalog, pool),
          losses(*catalog) {}

    [[nodiscard]] fs::path file_of(const std::string& run_id, const std::string& checkpoint_id) const {
        return step_path(steps_folder(vault.run_folder(run_id)), checkpoint_id);
    }

    Vault vault;
    std::unique_ptr<Catalog> catalog;
    MetricSourceFactory open_metrics;
    ThreadPool pool;
    RunKeeper keeper;
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
    const auto status = library->reindex(job, Reindex::differences);
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

namespace {

/// Of exact steps, stored by original bytes; nothing where there are none.
std::optional<double> exact_share(const std::vector<CheckpointRow>& rows) {
    double original = 0;
    double stored = 0;
    for (const auto& row : rows) {
        if (row.scheme != "exact") continue;
        original += static_cast<double>(row.original_bytes);
        stored += static_cast<double>(row.stored_bytes);
    }
    return original > 0 ? std::optional(stored / original) : std::nullopt;
}

}  // namespace

Result<BitsStudy> Library::study_bits(const std::string& run_id, const std::string& checkpoint_id) {
    STEPVAULT_ASSIGN(step, StepFile::open(parts_->file_of(run_id, checkpoint_id)));
    STEPVAULT_ASSIGN(rows, parts_->catalog->checkpoints(run_id));
    return BitsStudy::of(step, exact_share(rows));
}

namespace {

struct StoredPair {
    Chain step;
    Chain before;
};

/// A step and the newest earlier one of its series.
Result<StoredPair> open_with_the_one_before(const fs::path& run, const std::vector<StepMeta>& stored,
                                            const std::string& id) {
    const auto at = std::ranges::find(stored, id, &StepMeta::id);
    const std::vector<StepMeta> earlier(stored.begin(), at);
    const auto* before = at != stored.end() ? choose_parent(earlier, at->source).before : nullptr;
    if (before == nullptr) return Error{ErrorCode::not_found, "no step before " + id + " is stored"};
    STEPVAULT_ASSIGN(chain, Chain::open(steps_folder(run), id));
    chain.use_tip(tip_file(run));
    STEPVAULT_ASSIGN(chain_before, Chain::open(steps_folder(run), before->id));
    return StoredPair{std::move(chain), std::move(chain_before)};
}

}  // namespace

Result<RecodedStudy> Library::study_recoded(const std::string& run_id, const std::string& checkpoint_id,
                                            const SchemeChoice& choice, const JobContext& job) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run_id));
    const auto folder = parts_->vault.run_folder(record.id);
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder(folder)));
    STEPVAULT_ASSIGN(pair, open_with_the_one_before(folder, listed.steps, checkpoint_id));
    const auto& stored = pair.step.top();
    const double exact =
        static_cast<double>(stored.size()) / static_cast<double>(stored.meta().original_bytes);
    std::optional<RecodedStudy> found;
    STEPVAULT_TRY(look_at_recoded({folder, record, listed.steps}, checkpoint_id, choice, parts_->pool, job,
                                  [&](const StepFile& step) -> Status {
                                      STEPVAULT_ASSIGN(study, BitsStudy::of(step, exact));
                                      STEPVAULT_ASSIGN(rows,
                                                       RowChanges::read(step.layout(), pair.step, pair.before,
                                                                        parts_->pool, job));
                                      found = RecodedStudy{std::move(study), std::move(rows)};
                                      return {};
                                  }));
    return std::move(*found);
}

Result<RowChanges> Library::row_changes(const std::string& run_id, const std::string& checkpoint_id,
                                        const JobContext& job) {
    const auto run = parts_->vault.run_folder(run_id);
    STEPVAULT_ASSIGN(stored, list_steps(steps_folder(run)));
    STEPVAULT_ASSIGN(pair, open_with_the_one_before(run, stored.steps, checkpoint_id));
    return RowChanges::read(pair.step, pair.before, parts_->pool, job);
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
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(record.id));
    return kept->set_scheme(choice);
}

Result<RecodeReport> Library::recode(const RecodeRequest& request, const JobContext& job) {
    STEPVAULT_ASSIGN(run, find_run(parts_->vault, request.run));
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(run.id));
    return kept->recode(request, job);
}

Result<PrunePlan> Library::plan_prune(const std::string& run, const RetentionRules& rules) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    return stepvault::plan_prune(parts_->vault.run_folder(record.id), rules);
}

Result<RetentionRules> Library::retention_rules() {
    STEPVAULT_ASSIGN(json, parts_->vault.setting(rules_setting));
    return rules_from_json(json);
}

Status Library::set_retention_rules(const RetentionRules& rules) {
    return parts_->vault.set_setting(rules_setting, rules_to_json(rules));
}

Result<PruneReport> Library::prune(const PrunePlan& plan, Removal removal, const JobContext& job) {
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(plan.run_id));
    if (removal == Removal::for_good) return kept->prune(plan, {}, job);
    STEPVAULT_ASSIGN(entry, make_trash_entry(folder(), std::chrono::system_clock::now()));
    auto report = kept->prune(plan, entry, job);
    const bool is_gone = remove_used_trash_entry(entry);
    if (report && !is_gone) report->trash_entry = entry.filename().native();
    return report;
}

Result<FreePlan> Library::plan_freeing(const std::string& run, const RetentionRules& rules,
                                       double most_error) {
    STEPVAULT_ASSIGN(record, find_run(parts_->vault, run));
    STEPVAULT_ASSIGN(owned, owned_folders(parts_->vault));
    return stepvault::plan_freeing(parts_->vault.run_folder(record.id), rules, most_error, owned);
}

Result<FreeReport> Library::free_originals(const FreePlan& plan, const JobContext& job) {
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(plan.run_id));
    const auto alone = lock_trash(folder());
    if (!alone) return alone.error();
    STEPVAULT_ASSIGN(owned, owned_folders(parts_->vault));
    STEPVAULT_ASSIGN(entry, make_trash_entry(folder(), std::chrono::system_clock::now()));
    auto report = kept->free_originals(plan, owned, entry, job);
    const bool is_gone = remove_used_trash_entry(entry);
    if (report && !is_gone) report->trash_entry = entry.filename().native();
    return report;
}

Result<std::vector<TrashEntry>> Library::trash() {
    return list_trash(folder());
}

Result<TrashReturn> Library::restore_trash(const std::string& entry, const JobContext& job) {
    const auto alone = lock_trash(folder());
    if (!alone) return alone.error();
    STEPVAULT_ASSIGN(entries, list_trash(folder()));
    const auto found = std::ranges::find(entries, entry, &TrashEntry::id);
    if (found == entries.end()) return unknown_trash_entry(entry);
    if (found->steps.empty() && found->originals.empty())
        return Error{ErrorCode::corrupt, "nothing in trash entry " + entry + " can be read"};
    const auto place = trash_folder(folder()) / entry;
    if (!found->originals.empty()) {
        STEPVAULT_ASSIGN(record, find_run(parts_->vault, found->run_id));
        if (found->originals_folder != record.folder) {
            return Error{ErrorCode::invalid_argument, "these files came from " +
                                                          found->originals_folder.native() + ", but run " +
                                                          record.name + " is in " + record.folder};
        }
        STEPVAULT_ASSIGN(
            returned,
            return_originals(place, {found->run_id, found->originals_folder, found->originals}, job));
        remove_used_trash_entry(place);
        return TrashReturn{
            .originals = returned.files, .left = std::move(returned.left), .damaged = returned.damaged};
    }
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(found->run_id));
    STEPVAULT_ASSIGN(taken, kept->take_back(place, job));
    remove_used_trash_entry(place);
    const bool is_damaged = !taken.left.empty();
    return TrashReturn{.steps = taken.steps, .left = std::move(taken.left), .damaged = is_damaged};
}

Status Library::purge_trash(const std::string& entry, const JobContext& job) {
    const auto alone = lock_trash(folder());
    if (!alone) return alone.error();
    return purge_trash_entry(folder(), entry, job);
}

Status Library::pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) {
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(run_id));
    return kept->pin(checkpoint_id, pinned);
}

Result<std::vector<CheckpointRow>> Library::ingest(const IngestRequest& request, const JobContext& job) {
    auto* crew = request.shared.crew;
    const auto open = [&]() -> Result<std::vector<OpenCheckpoint>> {
        std::vector<CheckpointCandidate> candidates;
        for (const auto& path : request.paths) {
            STEPVAULT_ASSIGN(candidate, candidate_of(request, path));
            candidates.push_back(std::move(candidate));
        }
        // All are opened before any is filed: one that is not complete changes nothing.
        std::vector<OpenCheckpoint> opened;
        for (const auto& candidate : candidates) {
            STEPVAULT_ASSIGN(checkpoint, open_checkpoint(candidate, request.step, request.raw));
            opened.push_back(std::move(checkpoint));
        }
        return opened;
    };
    const auto opened = open();
    STEPVAULT_TRY(agree(crew, opened ? Status() : opened.error()));
    const auto keep = [&]() -> Result<std::shared_ptr<KeptRun>> {
        const auto scheme = request.scheme.value_or(SchemeChoice{});
        STEPVAULT_TRY(check_scheme(scheme));
        const auto folder = request.folder.empty() ? opened->front().candidate.path.parent_path()
                                                   : fs::absolute(request.folder);
        STEPVAULT_ASSIGN(record, parts_->vault.run_for_name(request.run, folder, scheme));
        return parts_->keeper.keep(record.id);
    };
    const auto run = keep();
    STEPVAULT_TRY(agree(crew, run ? Status() : run.error()));
    if (crew != nullptr) {
        STEPVAULT_TRY(crew->exchange(as_view((*run)->row().id)));
        (*run)->share(request.shared);
    }
    std::vector<CheckpointRow> rows;
    for (const auto& checkpoint : *opened) {
        if (request.piece != nullptr) {
            STEPVAULT_ASSIGN(id, (*run)->file_in_pieces(checkpoint, request.scheme, *request.piece, job));
            auto& row = rows.emplace_back();
            row.id = std::move(id);
            row.run_id = (*run)->row().id;
            row.original_bytes = checkpoint.bytes;
            row.stored_bytes = request.piece->file_size;
            continue;
        }
        STEPVAULT_ASSIGN(row, (*run)->file(checkpoint, request.scheme, job));
        rows.push_back(std::move(row));
    }
    return rows;
}

Status Library::take_step(const std::string& run_id, const std::string& id, ByteView step_file) {
    STEPVAULT_ASSIGN(kept, parts_->keeper.keep(run_id));
    STEPVAULT_TRY(kept->take_step(id, step_file));
    return kept->reconcile();
}

Result<VerifyReport> Library::verify(const JobContext& job) {
    return verify_vault(parts_->vault, *parts_->catalog, parts_->pool, job);
}

Result<OriginalsReport> Library::compare_originals(const JobContext& job) {
    return stepvault::compare_originals(parts_->vault, parts_->pool, job);
}

Result<RepairReport> Library::repair(const RepairRequest& request, const JobContext& job) {
    return repair_vault(parts_->vault, parts_->keeper, *parts_->catalog, request, parts_->pool, job);
}

Result<bool> Library::repair_vault_file(const fs::path& vault) {
    return Vault::write_file_anew(vault);
}

Status Library::move(const fs::path& vault, const fs::path& to, const JobContext& job) {
    return move_vault(vault, to, job);
}

Result<std::optional<double>> Library::parity() {
    return kept_parity(parts_->vault);
}

Result<std::vector<Error>> Library::set_parity(std::optional<double> percent, const JobContext& job) {
    STEPVAULT_TRY(set_kept_parity(parts_->vault, percent));
    std::vector<Error> hindered;
    STEPVAULT_ASSIGN(runs, parts_->vault.runs());
    for (const auto& record : runs.records) {
        STEPVAULT_TRY(job.check());
        const auto kept = parts_->keeper.keep(record.id);
        const auto made = kept ? (*kept)->keep_parity(job) : Status(kept.error());
        if (made) continue;
        if (made.error().code == ErrorCode::cancelled) return made.error();
        hindered.push_back(made.error().within("run " + record.name));
    }
    return hindered;
}

Status Library::reindex(const JobContext& job, Reindex extent) {
    return reindex_catalog(*parts_->catalog, parts_->vault, extent, job);
}

Status Library::watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) {
    // One folder is one run, by whatever link it is called.
    auto resolved = options;
    for (auto& root : resolved.roots) {
        std::error_code ec;
        auto real = fs::canonical(root, ec);
        if (ec) return system_error(ec.value(), "watch", root.native());
        root = std::move(real);
    }
    return Watcher(parts_->vault, parts_->keeper, *parts_->catalog, parts_->open_metrics, std::move(resolved),
                   observer)
        .run(job);
}

}  // namespace stepvault
