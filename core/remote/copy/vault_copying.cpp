#include "remote/copy/vault_copying.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/part_progress.h"
#include "base/wall_clock.h"
#include "library/summary/run_info.h"
#include "remote/copy/copy_layout.h"
#include "remote/copy/damaged_objects.h"
#include "remote/copy/run_snapshot.h"
#include "vault/records/removed_steps.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

using Listing = std::map<std::string, CopyStore::Object>;  ///< by key

Result<Listing> list_objects(CopyStore& store, const JobContext& job) {
    Listing listing;
    STEPVAULT_ASSIGN(objects, store.list(objects_prefix, job));
    for (auto& object : objects)
        listing.insert_or_assign(object.key, std::move(object));
    return listing;
}

Result<std::vector<RunRecord>> chosen_runs(const Vault& vault, const std::vector<std::string>& names,
                                           CopyReport& report) {
    STEPVAULT_ASSIGN(runs, vault.runs());
    if (names.empty()) {
        for (auto& damaged : runs.damaged)
            report.failed.push_back(std::move(damaged.reason));
        return std::move(runs.records);
    }
    std::map<std::string, RunRecord> chosen;
    for (const auto& name : names) {
        STEPVAULT_ASSIGN(run, find_run(vault, name));
        chosen.emplace(run.id, run);
    }
    std::vector<RunRecord> list;
    for (auto& [id, run] : chosen)
        list.push_back(std::move(run));
    return list;
}

/// A copy is the last resort where the vault has lost checkpoints, so it must not lose them too.
Status check_nothing_lost(const Vault& vault, const CopyManifest& before, const CopyManifest& now,
                          const std::string& place) {
    STEPVAULT_ASSIGN(removed, read_removed_steps(removed_file(vault.run_folder(now.run_id))));
    std::vector<std::string> lost;
    for (const auto& file : before.files) {
        const auto id = CopyManifest::checkpoint_of(file);
        if (id.empty() || now.find_step(id) != nullptr) continue;
        if (std::ranges::find(removed, id, &RemovedStep::id) == removed.end()) lost.push_back(id);
    }
    if (lost.empty()) return {};
    return Error{ErrorCode::corrupt, "run " + now.name + " has lost " + std::to_string(lost.size()) +
                                         " checkpoints that its copy still has, such as " + lost.front() +
                                         "; bring them back with `stepvault verify --repair --from " + place +
                                         "`, or copy with --drop-lost"};
}

/// Copies runs one after another.
class RunCopier {
 public:
    RunCopier(const Vault& vault, const CopyRequest& request, CopyStore& store, const JobContext& job)
        : vault_(vault), request_(request), store_(store), job_(job) {}

    Status prepare() {
        STEPVAULT_TRY(make_copy(store_, job_));
        STEPVAULT_ASSIGN(listing, list_objects(store_, job_));
        STEPVAULT_ASSIGN(manifests, read_manifests(store_, job_));
        STEPVAULT_ASSIGN(damaged, read_damaged_objects(store_, job_));
        damaged_ = std::move(damaged);
        present_ = std::move(listing);
        named_ = manifests.contents();
        for (auto& manifest : manifests.sound)
            before_.emplace(manifest.run_id, std::move(manifest));
        unreadable_ = std::move(manifests.unreadable);
        return {};
    }

    Result<RunCopyReport> copy(const RunRecord& run) {
        const auto unreadable = unreadable_.find(run.id);
        if (unreadable != unreadable_.end() && unreadable->second.code == ErrorCode::unsupported)
            return unreadable->second;
        const auto found = before_.find(run.id);
        const auto* before = found != before_.end() ? &found->second : nullptr;
        STEPVAULT_ASSIGN(snapshot, take_snapshot(vault_.folder(), run.id, before, job_));
        const auto& manifest = snapshot.manifest;
        if (before != nullptr && !request_.drop_lost)
            STEPVAULT_TRY(check_nothing_lost(vault_, *before, manifest, store_.name()));
        RunCopyReport report{.id = run.id, .name = manifest.name, .files = manifest.files.size()};
        for (const auto& file : manifest.files) {
            report.checkpoints += file.step ? 1 : 0;
            report.bytes += file.content.bytes;
        }
        STEPVAULT_TRY(send(snapshot, report));
        if (before == nullptr || before->files != manifest.files || before->name != manifest.name)
            STEPVAULT_TRY(store_.put_bytes(manifest_key(run.id), manifest.text(), job_));
        before_.insert_or_assign(run.id, std::move(snapshot.manifest));
        unreadable_.erase(run.id);
        return report;
    }

    /// Copies the runs again whose files another process has removed meanwhile, and returns what the place
    /// has now. `runs`: those that were copied.
    Result<Listing> settle(const std::vector<RunRecord>& runs) {
        for (int attempt = 1;; ++attempt) {
            if (has_sent_) {
                STEPVAULT_ASSIGN(listing, list_objects(store_, job_));
                present_ = std::move(listing);
            }
            std::vector<RunRecord> lacking;
            for (const auto& run : runs) {
                if (!is_complete(before_.at(run.id))) lacking.push_back(run);
            }
            if (lacking.empty()) return present_;
            if (attempt == most_settlings) {
                return Error{ErrorCode::io, store_.name() + " does not keep the files of run " +
                                                lacking.front().name +
                                                " that were sent to it; look whether something removes them"};
            }
            for (const auto& run : lacking)
                STEPVAULT_TRY(copy(run));
        }
    }

 private:
    static constexpr int most_settlings = 3;

    /// True if the place has the object and keeps it: one that no manifest names may be removed soon.
    [[nodiscard]] bool is_present(const ContentName& content) const {
        const auto at = present_.find(object_key(content));
        if (at == present_.end() || at->second.bytes != content.bytes) return false;
        if (damaged_.contains(content)) return false;
        const auto age = unix_seconds() - at->second.modified;
        return named_.contains(content) || age < static_cast<double>(request_.grace.count()) / 2;
    }

    [[nodiscard]] bool is_complete(const CopyManifest& manifest) {
        for (const auto& file : manifest.files)
            named_.insert(file.content);
        return std::ranges::all_of(manifest.files,
                                   [this](const CopiedFile& file) { return is_present(file.content); });
    }

    Status send(const RunSnapshot& snapshot, RunCopyReport& report) {
        const auto& files = snapshot.manifest.files;
        std::map<ContentName, std::size_t> missing;
        PartProgress progress(job_, snapshot.manifest.name);
        for (std::size_t i = 0; i < files.size(); ++i) {
            if (!is_present(files[i].content) && missing.emplace(files[i].content, i).second)
                progress.expect(files[i].content.bytes);
        }
        for (const auto& [content, i] : missing) {
            STEPVAULT_TRY(job_.check());
            progress.begin(content.bytes);
            const auto key = object_key(content);
            STEPVAULT_TRY(store_.put(key, snapshot.files[i], content.bytes, progress.job()));
            present_.insert_or_assign(key, CopyStore::Object{key, content.bytes, unix_seconds()});
            if (damaged_.erase(content) > 0) STEPVAULT_TRY(write_damaged_objects(store_, damaged_, job_));
            has_sent_ = true;
            ++report.sent_files;
            report.sent_bytes += content.bytes;
        }
        progress.end();
        return {};
    }

    const Vault& vault_;
    const CopyRequest& request_;
    CopyStore& store_;
    const JobContext& job_;
    Listing present_;
    bool has_sent_ = false;
    std::set<ContentName> named_;
    std::set<ContentName> damaged_;
    std::map<std::string, CopyManifest> before_;  ///< by run id
    std::map<std::string, Error> unreadable_;     ///< by run id
};

/// True where the next run may fare better.
bool is_of_run(const Error& error) {
    return error.code == ErrorCode::corrupt || error.code == ErrorCode::changed ||
           error.code == ErrorCode::unsupported || error.code == ErrorCode::limit;
}

}  // namespace

Result<CopyReport> copy_runs(const Vault& vault, const CopyRequest& request, CopyStore& store,
                             const JobContext& job) {
    CopyReport report;
    STEPVAULT_ASSIGN(runs, chosen_runs(vault, request.runs, report));
    RunCopier copier(vault, request, store, job);
    STEPVAULT_TRY(copier.prepare());
    std::vector<RunRecord> done;
    for (const auto& run : runs) {
        auto copied = copier.copy(run);
        if (!copied && !is_of_run(copied.error())) return copied.error();
        if (!copied) {
            report.failed.push_back(copied.error().within(run.name));
            continue;
        }
        report.runs.push_back(std::move(*copied));
        done.push_back(run);
    }
    STEPVAULT_ASSIGN(listing, copier.settle(done));
    std::vector<CopyStore::Object> objects;
    for (auto& [key, object] : listing)
        objects.push_back(std::move(object));
    STEPVAULT_ASSIGN(removed, remove_unnamed_objects(store, objects, request.grace, job));
    report.removed = removed;
    return report;
}

}  // namespace stepvault
