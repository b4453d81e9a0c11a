#include "library/maintenance/vault_check.h"

#include <algorithm>
#include <system_error>

#include "base/atomic_file.h"
#include "base/text.h"
#include "library/catalog/catalog_rows.h"
#include "library/maintenance/level_copies.h"
#include "vault/format/metrics_log.h"
#include "vault/originals/original.h"
#include "vault/originals/original_check.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/repair/record_repair.h"
#include "vault/repair/repairing.h"
#include "vault/repair/shared_base_check.h"
#include "vault/repair/vault_copies.h"
#include "vault/repair/verifying.h"
#include "vault/run/base_sharing.h"
#include "vault/run/parity_keeping.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// A node's folder holds a folder for each run, which holds a folder for each step.
bool is_node_folder(const fs::path& folder) {
    std::error_code ec;
    for (fs::directory_iterator run(folder, ec), end; !ec && run != end; run.increment(ec)) {
        std::error_code failed;
        for (fs::directory_iterator step(run->path(), failed); !failed && step != end;
             step.increment(failed)) {
            for (const char* file : {"own", "copy", "parity"}) {
                if (fs::is_regular_file(step->path() / file, failed)) return true;
            }
        }
    }
    return false;
}

Result<std::vector<fs::path>> damaged_runs(const Vault& vault) {
    std::vector<fs::path> folders;
    STEPVAULT_ASSIGN(runs, vault.runs());
    for (const auto& damaged : runs.damaged) {
        const auto folder = vault.run_folder(damaged.id);
        std::error_code ec;
        if (fs::is_directory(steps_folder(folder), ec)) folders.push_back(folder);
    }
    return folders;
}

/// A substitute for a run's damaged record, as far as the catalog knows the run.
RunRecord known_of(const std::string& run_id, Catalog& catalog) {
    constexpr std::size_t enough_to_tell = 8;
    RunRecord record;
    record.id = run_id;
    record.name = "recovered-" + run_id.substr(0, enough_to_tell);
    const auto rows = catalog.runs();
    if (!rows) return record;
    const auto row = std::ranges::find(*rows, run_id, &RunRow::id);
    if (row == rows->end()) return record;
    record.name = row->name;
    record.folder = row->folder;
    record.created = row->created;
    const auto& [note, tags, favourite, archived] = row->labels;
    if (auto labels = changed_labels(
            {}, {.note = note, .add_tags = tags, .favourite = favourite, .archived = archived}))
        record.labels = std::move(*labels);
    if (SchemeChoice choice{.scheme = row->scheme, .bits = row->bits}; check_scheme(choice))
        record.choice = choice;
    return record;
}

bool is_log_damaged(const fs::path& run_folder) {
    const auto log = MetricsLog::read(metrics_file(run_folder), [](MetricsFrame&&) {});
    return log && log->damaged;
}

/// Names of runs in a list, for messages.
std::string names_of(const std::set<std::string>& run_ids, const std::vector<RunRecord>& records) {
    std::set<std::string> names;
    for (const auto& id : run_ids) {
        const auto record = std::ranges::find(records, id, &RunRecord::id);
        names.insert(record != records.end() ? record->name : id);
    }
    std::string list;
    for (const auto& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

Status verify_bases(const Vault& vault, const std::vector<RunRecord>& records, VerifyReport& report,
                    const JobContext& job) {
    STEPVAULT_ASSIGN(bases, verify_shared_bases(vault.folder(), job));
    report.bytes += bases.bytes;
    for (const auto& base : bases.unsound) {
        report.damage.push_back(
            {"", "",
             base.what + "; it is a shared base, which these runs need: " + names_of(base.run_ids, records)});
    }
    return {};
}

/// Returns the digests of those that cannot be repaired.
Result<std::set<std::uint64_t>> repair_bases(const Vault& vault, std::span<const CopySource* const> copies,
                                             RepairReport& report, const JobContext& job) {
    std::set<std::uint64_t> left;
    STEPVAULT_ASSIGN(bases, verify_shared_bases(vault.folder(), job));
    for (const auto& base : bases.unsound) {
        STEPVAULT_ASSIGN(how, repair_shared_base(vault.folder(), base.digest, copies, job));
        if (how.empty())
            left.insert(base.digest);
        else
            report.repaired.push_back({"", "", "the shared base " + hex_digits(base.digest) + ", " + how});
    }
    return left;
}

}  // namespace

Result<VerifyReport> verify_vault(const Vault& vault, Catalog& catalog, ThreadPool& pool,
                                  const JobContext& job) {
    VerifyReport report;
    const auto add = [&](RunVerdict& verdict, const std::string& where) {
        report.checkpoints += verdict.checkpoints;
        report.bytes += verdict.bytes;
        report.quarantined += verdict.quarantined;
        for (auto& d : verdict.damage)
            report.damage.push_back({where, std::move(d.checkpoint_id), std::move(d.what)});
    };
    STEPVAULT_ASSIGN(runs, vault.runs());
    for (const auto& damaged : runs.damaged) {
        auto& reports = damaged.reason.code == ErrorCode::permission ? report.unread : report.damage;
        reports.push_back({"", "", damaged.reason.message});
    }
    for (const auto& record : runs.records) {
        auto verified = verify_run(vault.run_folder(record.id), pool, job);
        if (!verified) {
            if (verified.error().code == ErrorCode::cancelled) return verified.error();
            report.damage.push_back({record.name, "", verified.error().message});
            continue;
        }
        add(*verified, record.name);
        STEPVAULT_ASSIGN(differences, step_differences(catalog, record.id, vault.run_folder(record.id)));
        for (const auto& id : differences.lost) {
            report.damage.push_back(
                {record.name, id,
                 "its step file is gone; restore it from a copy of the vault with `verify "
                 "--repair --from`, or drop it from the catalog with `stepvault reindex`"});
        }
    }
    STEPVAULT_TRY(verify_bases(vault, runs.records, report, job));
    STEPVAULT_ASSIGN(entries, list_trash(vault.folder()));
    for (const auto& entry : entries) {
        STEPVAULT_ASSIGN(verdict, verify_trash_entry(vault.folder(), entry, job));
        add(verdict, "trash " + entry.id);
    }
    return report;
}

Result<OriginalsReport> compare_originals(const Vault& vault, ThreadPool& pool, const JobContext& job) {
    OriginalsReport report;
    STEPVAULT_ASSIGN(runs, vault.runs());
    for (const auto& record : runs.records) {
        const auto steps = steps_folder(vault.run_folder(record.id));
        STEPVAULT_ASSIGN(listed, list_steps(steps));
        for (const auto& meta : listed.steps) {
            STEPVAULT_TRY(job.check());
            const auto original = find_original(record, meta, step_path(steps, meta.id));
            if (!original) {
                ++report.gone;
                continue;
            }
            const auto compare = [&]() -> Status {
                STEPVAULT_ASSIGN(chain, Chain::open(steps, meta.id));
                STEPVAULT_TRY(check_against_original(chain, *original, pool, job));
                return check_unchanged(*original);
            };
            const auto same = compare();
            if (!same && same.error().code == ErrorCode::cancelled) return same.error();
            // The original was written to meanwhile.
            if (!same && same.error().code == ErrorCode::changed) {
                ++report.gone;
                continue;
            }
            ++report.compared;
            report.bytes += meta.original_bytes;
            if (!same) report.damage.push_back({record.name, meta.id, same.error().message});
        }
    }
    return report;
}

Result<std::vector<std::unique_ptr<CopySource>>> find_copies(const fs::path& folder) {
    std::vector<std::unique_ptr<CopySource>> copies;
    std::error_code ec;
    const auto absolute = fs::absolute(folder, ec);
    if (fs::is_directory(runs_folder(absolute), ec))
        copies.push_back(std::make_unique<VaultCopies>(absolute));
    std::vector<fs::path> nodes;
    if (is_node_folder(absolute)) nodes.push_back(absolute);
    for (fs::directory_iterator it(absolute, ec), end; !ec && it != end; it.increment(ec)) {
        if (is_node_folder(it->path())) nodes.push_back(it->path());
    }
    if (!nodes.empty()) copies.push_back(std::make_unique<LevelCopies>(absolute, std::move(nodes)));
    if (copies.empty()) {
        return Error{ErrorCode::invalid_argument,
                     folder.native() +
                         " holds neither a vault nor the files of cluster nodes; name a folder "
                         "that does"};
    }
    return copies;
}

Result<RepairReport> repair_vault(const Vault& vault, RunLeases& leases, Catalog& catalog,
                                  const RepairRequest& request, ThreadPool& pool, const JobContext& job) {
    std::vector<std::unique_ptr<CopySource>> found;
    if (!request.from.empty()) {
        STEPVAULT_ASSIGN(copies, find_copies(request.from));
        found = std::move(copies);
    }
    std::vector<const CopySource*> copies;
    copies.reserve(request.copies.size() + found.size());
    for (const auto& copy : request.copies)
        copies.push_back(copy.get());
    for (const auto& copy : found)
        copies.push_back(copy.get());
    RepairReport report;
    STEPVAULT_ASSIGN(damaged, damaged_runs(vault));
    for (const auto& folder : damaged) {
        const auto fallback = known_of(folder.filename().native(), catalog);
        STEPVAULT_ASSIGN(how, repair_record(folder, copies, fallback));
        if (!how.empty()) report.repaired.push_back({fallback.name, "", how});
    }
    STEPVAULT_ASSIGN(runs, vault.runs());
    STEPVAULT_ASSIGN(unsound, repair_bases(vault, copies, report, job));
    for (const auto& record : runs.records) {
        STEPVAULT_TRY(job.check());
        // Opening the run for writing drops unreadable steps from the catalog and starts a new metrics log
        // with the sound part of the old log, so the state before that is read first.
        KnownSteps known{.unsound_bases = unsound};
        STEPVAULT_ASSIGN(rows, catalog.step_sizes(record.id));
        for (const auto& row : rows)
            known.filed.emplace(row.id, row.filed);
        const bool had_damaged_log = is_log_damaged(vault.run_folder(record.id));
        const auto lease = leases.acquire(record.id);
        if (had_damaged_log && lease && !is_log_damaged(vault.run_folder(record.id)))
            report.repaired.push_back({record.name, "", "the metrics, but for what was damaged"});
        STEPVAULT_ASSIGN(differences, step_differences(catalog, record.id, vault.run_folder(record.id)));
        known.lost = differences.lost;
        const auto repair = [&]() -> Result<RunRepair> {
            if (!lease) return lease.error();
            return (*lease)->rewrite(
                job, [&](RunWriter& run) { return repair_run(run, copies, known, pool, job); });
        };
        auto repaired = repair();
        if (!repaired) {
            const auto& error = repaired.error();
            if (is_final(error)) return error;
            report.hindered.push_back({record.name, "", error.message});
            continue;
        }
        for (auto& r : repaired->repaired)
            report.repaired.push_back({record.name, std::move(r.checkpoint_id), std::move(r.how)});
        for (auto& q : repaired->quarantined)
            report.quarantined.push_back({record.name, std::move(q.checkpoint_id), std::move(q.why)});
    }
    // A repaired base of a run may now replace a shared base, and a repaired step may need one.
    STEPVAULT_TRY(repair_bases(vault, copies, report, job));
    (void)remove_unneeded_bases(vault.folder());
    STEPVAULT_ASSIGN(after, verify_vault(vault, catalog, pool, job));
    report.after = std::move(after);
    return report;
}

}  // namespace stepvault
