#include "library/write/run_lease.h"

#include <map>
#include <string>
#include <system_error>
#include <utility>

#include "library/catalog/catalog_rows.h"
#include "vault/records/vault_paths.h"
#include "vault/run/parity_keeping.h"

namespace stepvault {

Result<RunLease::Access> RunLease::try_access() const {
    if (!turn_.is_claimed()) return access();
    return Error{ErrorCode::locked, "the run is being recoded or pruned; try again when that is done"};
}

RunRow RunLease::row() const {
    return run_row(access()->record());
}

Status RunLease::reconcile() {
    const std::scoped_lock lock(mutex_);
    const auto status = sync_catalog();
    if (status) return {};
    // The run must be usable while the catalog is not: to free space on a full disk, and because checkpoints
    // are worth more than a list of them that can be made again.
    const auto code = status.error().code;
    if (code != ErrorCode::no_space && code != ErrorCode::permission && code != ErrorCode::io &&
        code != ErrorCode::corrupt)
        return status;
    behind_ = true;
    return {};
}

Status RunLease::catch_up() {
    const std::scoped_lock lock(mutex_);
    if (!behind_) return {};
    STEPVAULT_TRY(sync_catalog());
    behind_ = false;
    return {};
}

Status RunLease::sync_catalog() {
    (void)run_->refresh_record();
    const auto& run_id = run_->record().id;
    STEPVAULT_TRY(catalog_.put_run(run_row(run_->record())));
    STEPVAULT_ASSIGN(rows, catalog_.checkpoints(run_id));
    std::map<std::string, const CheckpointRow*> listed;
    for (const auto& row : rows)
        listed[row.id] = &row;
    for (const auto& meta : run_->steps()) {
        const auto path = step_path(steps_folder(folder_), meta.id);
        const auto row = listed.find(meta.id);
        std::error_code ec;
        const bool is_listed = row != listed.end() &&
                               row->second->stored_bytes == std::filesystem::file_size(path, ec) &&
                               row->second->scheme == meta.scheme && row->second->parent == meta.parent;
        if (row != listed.end()) listed.erase(row);
        if (is_listed) continue;
        auto step = StepFile::open(path);
        if (step) STEPVAULT_TRY(stepvault::put_step(catalog_, *step));
    }
    if (!listed.empty()) {
        // A step file that is missing without having been removed is damage, which verify must still report.
        STEPVAULT_ASSIGN(differences, step_differences(catalog_, run_id, folder_));
        for (const auto& id : differences.lost)
            listed.erase(id);
    }
    for (const auto& [id, row] : listed)
        STEPVAULT_TRY(catalog_.remove_checkpoint(run_id, id));

    auto& metrics = run_->metrics();
    STEPVAULT_ASSIGN(shown, catalog_.metrics_end(run_id));
    if (shown == metrics.end()) {
        metrics.curves().settle();
    } else {
        STEPVAULT_TRY(put_all_metrics(catalog_, run_id, metrics, shown));
    }
    shown_ = metrics.end();
    return {};
}

void RunLease::sync_after_rewrite(const JobContext& job) {
    // The catalog comes last: views of the run read its sizes again when the catalog changes.
    if (const auto percent = kept_parity(vault_)) (void)keep_parity(folder_, *percent, pool_, {job.stop});
    if (!sync_catalog()) behind_ = true;
}

Status RunLease::put_record(const Access& run) {
    (void)run->refresh_record();
    auto put = catalog_.put_run(run_row(run->record()));
    // A user in another process may have labelled the run, and have written its row before this one.
    while (put && run->refresh_record())
        put = catalog_.put_run(run_row(run->record()));
    if (!put) behind_ = true;
    return put;
}

/// Before the first data of the private run.
void RunLease::close_catalog(const Access& run) {
    if (run->record().is_private && !std::exchange(is_catalog_closed_, true)) (void)put_record(run);
}

void RunLease::put_step(const Access& run, const StepFile& step, const JobContext& job) {
    if (const auto percent = kept_parity(vault_))
        (void)keep_parity_of(folder_, step.meta().id, *percent, job);
    close_catalog(run);
    if (!stepvault::put_step(catalog_, step)) behind_ = true;
}

std::vector<SeriesChange> RunLease::show_metrics() {
    const auto run = access();
    auto& metrics = run->metrics();
    const auto end = metrics.end();
    // catch_up() writes everything if the catalog lacks earlier points.
    if (end == shown_ || behind_) return {};
    close_catalog(run);
    auto changes = metrics.curves().take_changes();
    if (!catalog_.put_metrics(run->record().id, changes, shown_, end)) {
        behind_ = true;
        return {};
    }
    shown_ = end;
    return changes;
}

}  // namespace stepvault
