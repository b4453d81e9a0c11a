#include "vault/repair/verifying.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>
#include <unordered_map>

#include "base/atomic_file.h"
#include "base/file.h"
#include "vault/chain/shared_base.h"
#include "vault/format/metrics_log.h"
#include "vault/format/parity_file.h"
#include "vault/records/removed_steps.h"
#include "vault/records/run_hyperparameters.h"
#include "vault/records/run_record.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/repair/step_check.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

void add(const CheckedStep& step, RunVerdict& verdict) {
    ++verdict.checkpoints;
    verdict.bytes += step.bytes;
    if (step.status) return;
    const auto& why = step.status.error().message;
    verdict.damage.push_back({step.id, step.restorable ? why + "; it can be restored all the same" : why});
}

Status check_all_parity(const fs::path& folder, RunVerdict& verdict, const JobContext& job) {
    std::error_code ec;
    for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (is_temporary_name(it->path().filename().native())) continue;
        const auto status = check_parity(it->path(), job);
        if (!status && status.error().code == ErrorCode::cancelled) return status;
        if (!status) verdict.damage.push_back({"", status.error().message});
    }
    if (ec && ec != std::errc::no_such_file_or_directory)
        return system_error(ec.value(), "list", folder.native());
    return {};
}

/// Identities of the step files, to detect files that are replaced or removed meanwhile.
std::map<fs::path, FileIdentity> identities_in(const fs::path& steps) {
    std::map<fs::path, FileIdentity> identities;
    const auto files = list_step_files(steps);
    if (!files) return identities;
    for (const auto& file : *files) {
        if (const auto identity = file_identity(file)) identities.emplace(file, *identity);
    }
    return identities;
}

Result<RunVerdict> verify_once(const fs::path& run_folder, ThreadPool& pool, const JobContext& job) {
    RunVerdict verdict;
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    STEPVAULT_ASSIGN(checked, check_steps(steps_folder(run_folder), record, pool, job));
    std::vector<CheckedStep> seen;
    std::set<std::string> bad;
    for (auto& step : checked) {
        add(step, verdict);
        if (!step.restorable) bad.insert(step.id);
        if (step.meta) seen.push_back(std::move(step));
    }
    std::unordered_map<std::string, std::uint64_t> digests;
    for (const auto& s : seen) {
        if (s.digest) digests.emplace(s.id, *s.digest);
    }
    for (const auto& s : seen) {
        if (s.meta->leans_on_shared_base()) {
            const auto shared = open_shared_base(steps_folder(run_folder), s.meta->parent_digest);
            if (shared) continue;
            verdict.damage.push_back({s.id, shared.error().message});
            bad.insert(s.id);
        }
        if (s.meta->parent.empty()) continue;
        const auto parent = digests.find(s.meta->parent);
        if (parent == digests.end()) {
            // A parent that is present but unreadable is reported itself; the loop below reports this step.
            if (bad.contains(s.meta->parent)) continue;
            verdict.damage.push_back({s.id, "builds on " + s.meta->parent + ", which is missing"});
            bad.insert({s.id, s.meta->parent});
        } else if (parent->second != s.meta->parent_digest) {
            verdict.damage.push_back({s.id, "was coded against another version of " + s.meta->parent});
            bad.insert(s.id);
        }
    }
    // A step above a damaged one cannot be restored either, however many links lie between them.
    std::ranges::sort(seen, {}, [](const CheckedStep& s) { return s.meta->sequence; });
    for (const auto& s : seen) {
        if (!bad.contains(s.meta->parent)) continue;
        if (bad.insert(s.id).second)
            verdict.damage.push_back({s.id, "builds on " + s.meta->parent + ", which cannot be read"});
    }
    if (const auto removed = read_removed_steps(removed_file(run_folder)); !removed)
        verdict.damage.push_back({"", removed.error().message});
    if (const auto params = RunHyperparameters::read(params_file(run_folder)); !params)
        verdict.damage.push_back({"", params.error().message});
    STEPVAULT_ASSIGN(log, MetricsLog::read(metrics_file(run_folder), [](MetricsFrame&&) {}));
    if (log.damaged) {
        verdict.damage.push_back({"", metrics_file(run_folder).native() + " is damaged at byte " +
                                          std::to_string(log.sound_bytes)});
    }
    STEPVAULT_TRY(check_all_parity(parity_folder(run_folder), verdict, job));
    if (const auto set_aside = list_step_files(quarantine_folder(run_folder)))
        verdict.quarantined = set_aside->size();
    std::ranges::stable_sort(verdict.damage, {}, &Damage::checkpoint_id);
    return verdict;
}

}  // namespace

Result<RunVerdict> verify_run(const fs::path& run_folder, ThreadPool& pool, const JobContext& job) {
    constexpr int most = 3;
    for (int n = 1;; ++n) {
        const auto before = identities_in(steps_folder(run_folder));
        STEPVAULT_ASSIGN(verdict, verify_once(run_folder, pool, job));
        if (verdict.damage.empty() || n == most) return verdict;
        const auto after = identities_in(steps_folder(run_folder));
        // Verify again if a prune replaced or removed step files meanwhile: some were read before it and
        // others after it. Step files that were added meanwhile do no harm.
        const bool is_as_it_was = std::ranges::all_of(before, [&](const auto& entry) {
            const auto now = after.find(entry.first);
            return now != after.end() && now->second.has_bytes_of(entry.second);
        });
        if (is_as_it_was) return verdict;
    }
}

Result<RunVerdict> verify_trash_entry(const fs::path& vault, const TrashEntry& entry, const JobContext& job) {
    RunVerdict verdict;
    for (const auto& why : entry.unreadable)
        verdict.damage.push_back({"", why});
    Progress progress{.total = entry.bytes, .item = entry.id};
    const auto count = [&](std::uint64_t bytes) -> Status {
        progress.done += bytes;
        job.report(progress);
        return job.check();
    };
    const auto folder = trash_folder(vault) / entry.id;
    for (const auto& meta : entry.steps) {
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(step, check_step(step_path(folder, meta.id), meta.run_id, meta.id, count));
        add(step, verdict);
    }
    for (const auto& original : entry.originals) {
        STEPVAULT_TRY(job.check());
        const auto sound = check_trashed_original(folder, original, count);
        verdict.bytes += original.bytes;
        if (sound) continue;
        if (sound.error().code == ErrorCode::cancelled) return sound.error();
        verdict.damage.push_back({original.checkpoint_id, sound.error().message});
    }
    return verdict;
}

}  // namespace stepvault
