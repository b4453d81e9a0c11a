#include "library/services/local_maintenance.h"

#include <chrono>

#include "library/catalog/catalog_rows.h"
#include "library/maintenance/vault_check.h"
#include "library/retention/stored_rules.h"
#include "library/write/run_operations.h"
#include "vault/run/base_sharing.h"
#include "vault/run/parity_keeping.h"

namespace stepvault {

namespace {

/// Calls `work` with a new entry of the trash, and deletes the entry if it stays empty.
template <class Work>
auto with_trash_entry(const std::filesystem::path& vault, const Work& work)
    -> decltype(work(std::filesystem::path())) {
    STEPVAULT_ASSIGN(entry, make_trash_entry(vault, std::chrono::system_clock::now()));
    auto report = work(entry);
    const bool is_gone = remove_used_trash_entry(entry);
    if (report && !is_gone) report->trash_entry = entry.filename().native();
    return report;
}

/// If this fails, the next call removes the bases.
void remove_unneeded_bases_of(const VaultParts& parts) {
    (void)remove_unneeded_bases(parts.folder());
}

/// Writes a changed record to the catalog; one that cannot be written now follows later.
void show(const VaultParts& parts, RunRecord record) {
    while (parts.catalog->put_run(run_row(record))) {
        // Another process may have changed the record, and have written its row before this one.
        auto present = RunRecord::read(run_file(parts.vault.run_folder(record.id)));
        if (!present || *present == record) return;
        record = std::move(*present);
    }
}

}  // namespace

Status LocalMaintenance::choose_scheme(const std::string& run, const SchemeChoice& choice) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    STEPVAULT_ASSIGN(lease, parts_.leases.acquire(record.id));
    return set_scheme(*lease, choice);
}

Result<RecodeReport> LocalMaintenance::recode(const RecodeRequest& request, const JobContext& job) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, request.run));
    STEPVAULT_ASSIGN(lease, parts_.leases.acquire(record.id));
    auto report = stepvault::recode(*lease, request, job);
    remove_unneeded_bases_of(parts_);
    return report;
}

Status LocalMaintenance::pin(const std::string& run_id, const std::string& checkpoint_id, bool pinned) {
    STEPVAULT_ASSIGN(lease, parts_.leases.acquire(run_id));
    return stepvault::pin(*lease, checkpoint_id, pinned);
}

Status LocalMaintenance::rename(const std::string& run, const std::string& name) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    STEPVAULT_ASSIGN(renamed, parts_.vault.rename_run(record.id, name));
    show(parts_, std::move(renamed));
    return {};
}

Status LocalMaintenance::change_labels(const std::string& run, const LabelChange& change) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    STEPVAULT_ASSIGN(changed, parts_.vault.change_labels(record.id, change));
    show(parts_, std::move(changed));
    return {};
}

Result<RetentionRules> LocalMaintenance::retention_rules() {
    return read_rules(parts_.vault);
}

Status LocalMaintenance::set_retention_rules(const RetentionRules& rules) {
    return parts_.vault.set_setting(rules_setting, rules_to_json(rules));
}

Result<PrunePlan> LocalMaintenance::plan_prune(const std::string& run, const RetentionRules& rules) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    return stepvault::plan_prune(parts_.vault.run_folder(record.id), rules);
}

Result<PrunePlan> LocalMaintenance::plan_weights_only(const std::string& run,
                                                      const std::optional<RetentionRules>& rules,
                                                      const JobContext& job) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    // A new writer of the run would delete the files that planning makes.
    const auto lease = parts_.leases.acquire(record.id);
    if (!lease) return lease.error();
    return stepvault::plan_weights_only(parts_.vault.run_folder(record.id), rules, parts_.pool, job);
}

Result<PruneReport> LocalMaintenance::prune(const PrunePlan& plan, Removal removal, const JobContext& job) {
    STEPVAULT_ASSIGN(lease, parts_.leases.acquire(plan.run_id));
    const auto prune_to = [&](const std::filesystem::path& trash) {
        return lease->rewrite(
            job, [&](RunWriter& run) { return execute_prune(run, plan, parts_.pool, job, trash); });
    };
    if (removal == Removal::permanent || plan.weights_only) {
        auto report = prune_to({});
        remove_unneeded_bases_of(parts_);
        return report;
    }
    return with_trash_entry(parts_.folder(), prune_to);
}

Result<FreePlan> LocalMaintenance::plan_freeing(const std::string& run, const RetentionRules& rules,
                                                double most_error) {
    STEPVAULT_ASSIGN(record, find_run(parts_.vault, run));
    STEPVAULT_ASSIGN(owned, owned_folders(parts_.vault));
    return stepvault::plan_freeing(parts_.vault.run_folder(record.id), rules, most_error, owned);
}

Result<FreeReport> LocalMaintenance::free_originals(const FreePlan& plan, const JobContext& job) {
    STEPVAULT_ASSIGN(lease, parts_.leases.acquire(plan.run_id));
    const auto alone = lock_trash(parts_.folder());
    if (!alone) return alone.error();
    STEPVAULT_ASSIGN(owned, owned_folders(parts_.vault));
    return with_trash_entry(parts_.folder(), [&](const std::filesystem::path& trash) {
        return lease->exclusively(job, [&](RunWriter& run) -> Result<FreeReport> {
            return execute_freeing(run, plan, owned, parts_.pool, job, trash);
        });
    });
}

Result<std::vector<TrashEntry>> LocalMaintenance::trash() {
    return list_trash(parts_.folder());
}

Result<TrashRestore> LocalMaintenance::restore_trash(const std::string& entry, const JobContext& job,
                                                     const std::optional<std::filesystem::path>& into) {
    return restore_from_trash(parts_.vault, parts_.leases, entry, into, job);
}

Status LocalMaintenance::purge_trash(const std::string& entry, const JobContext& job) {
    const auto purged = purge(parts_.folder(), entry, job);
    remove_unneeded_bases_of(parts_);
    return purged;
}

PurgeSeveralReport LocalMaintenance::purge_several(const std::vector<std::string>& entries,
                                                   const JobContext& job) {
    auto report = stepvault::purge_several(parts_.folder(), entries, job);
    remove_unneeded_bases_of(parts_);
    return report;
}

Result<VerifyReport> LocalMaintenance::verify(const JobContext& job) {
    return verify_vault(parts_.vault, *parts_.catalog, parts_.pool, job);
}

Result<OriginalsReport> LocalMaintenance::compare_originals(const JobContext& job) {
    return stepvault::compare_originals(parts_.vault, parts_.pool, job);
}

Result<RepairReport> LocalMaintenance::repair(const RepairRequest& request, const JobContext& job) {
    return repair_vault(parts_.vault, parts_.leases, *parts_.catalog, request, parts_.pool, job);
}

Result<std::optional<double>> LocalMaintenance::parity() {
    return kept_parity(parts_.vault);
}

Result<std::vector<Error>> LocalMaintenance::set_parity(std::optional<double> percent,
                                                        const JobContext& job) {
    STEPVAULT_TRY(set_kept_parity(parts_.vault, percent));
    const auto keep = [&](const std::string& run_id) -> Status {
        STEPVAULT_ASSIGN(lease, parts_.leases.acquire(run_id));
        return lease->exclusively(job, [&](RunWriter& run) -> Status {
            STEPVAULT_ASSIGN(kept, kept_parity(parts_.vault));
            STEPVAULT_TRY(keep_parity(run.folder(), kept, parts_.pool, job));
            // Views of the run read its sizes again.
            return parts_.catalog->put_run(run_row(run.record()));
        });
    };
    std::vector<Error> failures;
    STEPVAULT_ASSIGN(runs, parts_.vault.runs());
    for (const auto& record : runs.records) {
        STEPVAULT_TRY(job.check());
        const auto kept = keep(record.id);
        if (kept) continue;
        if (kept.error().code == ErrorCode::cancelled) return kept.error();
        failures.push_back(kept.error().within("run " + record.name));
    }
    return failures;
}

Result<std::vector<Error>> LocalMaintenance::reindex(const JobContext& job, Reindex extent) {
    if (extent == Reindex::from_nothing && parts_.catalog->is_temporary()) {
        return Error{ErrorCode::permission, "cannot write " + catalog_file(parts_.folder()).native() +
                                                "; what the vault holds is listed without"};
    }
    return reindex_catalog(*parts_.catalog, parts_.vault, extent, job);
}

}  // namespace stepvault
