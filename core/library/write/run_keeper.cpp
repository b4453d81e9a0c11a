#include "library/write/run_keeper.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "library/catalog/catalog_rows.h"
#include "vault/records/vault_paths.h"
#include "vault/run/parity_keeping.h"

namespace stepvault {

Status KeptRun::reconcile() {
    const std::scoped_lock lock(mutex_);
    const auto status = bring_up_catalog();
    if (status) return {};
    // Whoever frees space on a full disk, where the catalog cannot be written, has to get this far; and
    // checkpoints are worth more than a list of them that can be made again.
    const auto code = status.error().code;
    if (code != ErrorCode::no_space && code != ErrorCode::permission && code != ErrorCode::io &&
        code != ErrorCode::corrupt)
        return status;
    behind_ = true;
    return {};
}

Status KeptRun::bring_up_catalog() {
    const auto& run_id = writer_->record().id;
    STEPVAULT_TRY(catalog_.put_run(run_row(writer_->record())));
    STEPVAULT_ASSIGN(rows, catalog_.checkpoints(run_id));
    std::map<std::string, const CheckpointRow*> listed;
    for (const auto& row : rows)
        listed[row.id] = &row;
    for (const auto& meta : writer_->steps()) {
        const auto path = step_path(steps_folder(folder_), meta.id);
        const auto row = listed.find(meta.id);
        std::error_code ec;
        const bool is_listed = row != listed.end() &&
                               row->second->stored_bytes == std::filesystem::file_size(path, ec) &&
                               row->second->scheme == meta.scheme && row->second->parent == meta.parent;
        if (row != listed.end()) listed.erase(row);
        if (is_listed) continue;
        auto step = StepFile::open(path);
        if (step) STEPVAULT_TRY(put_step(catalog_, *step));
    }
    if (!listed.empty()) {
        // A step file that is gone without having been removed is damage, which verify is to tell.
        STEPVAULT_ASSIGN(differences, step_differences(catalog_, run_id, folder_));
        for (const auto& id : differences.lost)
            listed.erase(id);
    }
    for (const auto& [id, row] : listed)
        STEPVAULT_TRY(catalog_.remove_checkpoint(run_id, id));

    auto& metrics = writer_->metrics();
    STEPVAULT_ASSIGN(shown, catalog_.metrics_end(run_id));
    if (shown == metrics.end()) {
        metrics.curves().settle();
    } else {
        STEPVAULT_TRY(put_all_metrics(catalog_, run_id, metrics, shown));
    }
    shown_ = metrics.end();
    return {};
}

RunRow KeptRun::row() const {
    const std::scoped_lock lock(mutex_);
    return run_row(writer_->record());
}

/// For what a user waits for: the others may have hours to go.
Status KeptRun::check_unclaimed() const {
    if (!turn_.is_claimed()) return {};
    return Error{ErrorCode::locked, "the run is being recoded or pruned; try again when that is done"};
}

Status KeptRun::set_scheme(const SchemeChoice& choice) {
    STEPVAULT_TRY(check_unclaimed());
    const std::scoped_lock lock(mutex_);
    STEPVAULT_TRY(writer_->set_scheme(choice));
    return catalog_.put_run(run_row(writer_->record()));
}

Status KeptRun::set_place(const RunRecord& record) {
    const std::scoped_lock lock(mutex_);
    STEPVAULT_TRY(writer_->set_place(record));
    // A catalog that is late is no failure.
    if (!catalog_.put_run(run_row(writer_->record()))) behind_ = true;
    return {};
}

bool KeptRun::is_filed(const std::string& source, std::uint64_t bytes, std::int64_t modified_ns) const {
    const std::scoped_lock lock(mutex_);
    return writer_->is_filed(source, bytes, modified_ns);
}

std::optional<std::string> KeptRun::find_whole_of(const CheckpointCandidate& candidate,
                                                  const Fingerprint& now) {
    const std::scoped_lock lock(mutex_);
    return writer_->find_whole_of(candidate, now);
}

bool KeptRun::knows(const std::string& source) const {
    const std::scoped_lock lock(mutex_);
    return writer_->times_filed(source) > 0;
}

std::int64_t KeptRun::step_reached(const std::string& source) const {
    const std::scoped_lock lock(mutex_);
    if (const auto last = writer_->metrics().curves().last_step()) return *last;
    return 1 + writer_->times_filed(source);
}

Result<CheckpointRow> KeptRun::file(const OpenCheckpoint& checkpoint,
                                    const std::optional<SchemeChoice>& choice, const JobContext& job) {
    const std::scoped_lock lock(mutex_);
    const auto& record = writer_->record();
    const auto scheme = choice.value_or(record.choice);
    STEPVAULT_ASSIGN(step, writer_->file(checkpoint, scheme, loss_at(checkpoint.step), pool_, job));
    auto row = checkpoint_row(step);
    // It is stored; a catalog that is late is no failure of the filing.
    if (!put_step(catalog_, step)) behind_ = true;
    if (const auto percent = kept_parity(vault_)) (void)keep_parity_of(folder_, row.id, *percent, job);
    return row;
}

std::optional<double> KeptRun::loss_at(std::int64_t step) const {
    auto& curves = writer_->metrics().curves();
    const auto tag = primary_loss_tag(curves.tags());
    return tag ? curves.value_at(*tag, step) : std::nullopt;
}

Result<std::string> KeptRun::file_in_pieces(const OpenCheckpoint& checkpoint,
                                            const std::optional<SchemeChoice>& choice, StepPiece& piece,
                                            const JobContext& job) {
    const std::scoped_lock lock(mutex_);
    return writer_->file_in_pieces(checkpoint, choice.value_or(writer_->record().choice),
                                   loss_at(checkpoint.step), piece, pool_, job);
}

Status KeptRun::take_step(const std::string& id, ByteView step_file) {
    const std::scoped_lock lock(mutex_);
    return writer_->take_step(id, step_file);
}

void KeptRun::share(const SharedFiling& shared) {
    const std::scoped_lock lock(mutex_);
    writer_->share(shared);
}

Result<RecodeReport> KeptRun::recode(const RecodeRequest& request, const JobContext& job) {
    if (request.dry_run) {
        std::unique_lock lock(mutex_);
        const StoredRun run{writer_->folder(), writer_->record(), writer_->steps()};
        // It may take long, and what the run writes meanwhile is to be filed.
        lock.unlock();
        return preview_recode(run, request.scheme, request.from, pool_, job);
    }
    const auto turn = turn_.wait(job);
    if (!turn) return turn.error();
    const std::scoped_lock lock(mutex_);
    STEPVAULT_ASSIGN(report, recode_run(*writer_, request.scheme, request.from, pool_, job));
    bring_up_rest(job);
    return report;
}

void KeptRun::bring_up_rest(const JobContext& job) {
    if (!bring_up_catalog()) behind_ = true;
    if (const auto percent = kept_parity(vault_))
        (void)stepvault::keep_parity(folder_, *percent, pool_, JobContext{job.stop});
}

Result<RunRepair> KeptRun::repair(std::span<const CopySource* const> copies, const KnownSteps& known,
                                  const JobContext& job) {
    const auto turn = turn_.wait(job);
    if (!turn) return turn.error();
    const std::scoped_lock lock(mutex_);
    auto report = repair_run(*writer_, copies, known, pool_, job);
    bring_up_rest(job);
    return report;
}

Status KeptRun::keep_parity(const JobContext& job) {
    const auto turn = turn_.wait(job);
    if (!turn) return turn.error();
    const std::scoped_lock lock(mutex_);
    STEPVAULT_ASSIGN(percent, kept_parity(vault_));
    return stepvault::keep_parity(folder_, percent, pool_, job);
}

Result<PruneReport> KeptRun::prune(const PrunePlan& plan, const std::filesystem::path& trash,
                                   const JobContext& job) {
    const auto turn = turn_.wait(job);
    if (!turn) return turn.error();
    const std::scoped_lock lock(mutex_);
    auto report = execute_prune(*writer_, plan, pool_, job, trash);
    // Whatever was done until it failed.
    bring_up_rest(job);
    return report;
}

Result<FreeReport> KeptRun::free_originals(const FreePlan& plan, const std::vector<OwnedFolder>& owned,
                                           const std::filesystem::path& trash, const JobContext& job) {
    const auto turn = turn_.wait(job);
    if (!turn) return turn.error();
    const std::scoped_lock lock(mutex_);
    return execute_freeing(*writer_, plan, owned, pool_, job, trash);
}

Result<RunWriter::TakenBack> KeptRun::take_back(const std::filesystem::path& trash, const JobContext& job) {
    const auto turn = turn_.wait(job);
    if (!turn) return turn.error();
    const std::scoped_lock lock(mutex_);
    auto taken = writer_->take_back(trash, job);
    bring_up_rest(job);
    return taken;
}

Status KeptRun::pin(const std::string& id, bool pinned) {
    STEPVAULT_TRY(check_unclaimed());
    const std::scoped_lock lock(mutex_);
    STEPVAULT_TRY(writer_->pin(id, pinned));
    // The catalog knows nothing of it, but who shows the run looks again.
    if (!catalog_.put_run(run_row(writer_->record()))) behind_ = true;
    return {};
}

Result<std::uint64_t> KeptRun::add_metrics(const MetricReading& reading) {
    const std::scoped_lock lock(mutex_);
    return writer_->metrics().add(reading);
}

void KeptRun::show_metrics() {
    const std::scoped_lock lock(mutex_);
    auto& metrics = writer_->metrics();
    const auto end = metrics.end();
    // Where the catalog lacks what came before, catch_up() gives it all.
    if (end == shown_ || behind_) return;
    // It is stored; a catalog that is late is no failure.
    if (restrict_to_log(catalog_, metrics) &&
        catalog_.put_metrics(writer_->record().id, metrics.curves().take_changes(), shown_, end)) {
        shown_ = end;
    } else {
        behind_ = true;
    }
}

bool KeptRun::has_read(const std::string& source, const FileIdentity& version) const {
    const std::scoped_lock lock(mutex_);
    return writer_->metrics().has_read(source, version);
}

Status KeptRun::catch_up() {
    const std::scoped_lock lock(mutex_);
    if (!behind_) return {};
    STEPVAULT_TRY(bring_up_catalog());
    behind_ = false;
    return {};
}

void KeptRun::drop_tip() {
    const std::scoped_lock lock(mutex_);
    writer_->drop_tip();
}

Result<std::shared_ptr<KeptRun>> RunKeeper::keep(const std::string& run_id) {
    const std::scoped_lock lock(mutex_);
    auto& kept = kept_[run_id];
    if (auto present = kept.lock()) return present;
    auto& sound = sound_[run_id];
    if (!sound) sound = std::make_shared<SoundSteps>();
    STEPVAULT_ASSIGN(writer, RunWriter::open(vault_.run_folder(run_id), sound));
    auto run = std::make_shared<KeptRun>(std::move(writer), vault_, catalog_, pool_);
    STEPVAULT_TRY(run->reconcile());
    kept = run;
    return run;
}

}  // namespace stepvault
