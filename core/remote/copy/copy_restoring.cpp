#include "remote/copy/copy_restoring.h"

#include "library/restore/step_restoring.h"
#include "remote/copy/store_source.h"
#include "remote/fetch/fetched_vault.h"
#include "vault/records/step_choice.h"
#include "vault/records/vault.h"

namespace stepvault {

namespace {

Result<std::string> choose_copied(const CopyManifest& manifest, const RestoreRequest& request) {
    if (!request.checkpoint_id.empty()) {
        if (manifest.find_step(request.checkpoint_id) == nullptr)
            return unknown_checkpoint(request.checkpoint_id, manifest.name);
        return request.checkpoint_id;
    }
    std::vector<StepName> names;
    for (const auto& file : manifest.files) {
        if (!file.step) continue;
        names.push_back({CopyManifest::checkpoint_of(file), file.step->step, file.step->source,
                         static_cast<double>(file.step->filed_ns)});
    }
    return choose_checkpoint(names, request.step.value_or(0));
}

}  // namespace

Result<CopyManifest> find_copied_run(CopyStore& store, const std::string& run, const JobContext& job) {
    STEPVAULT_ASSIGN(manifests, read_manifests(store, job));
    const CopyManifest* found = nullptr;
    for (const auto& manifest : manifests.sound) {
        if (manifest.run_id == run) return manifest;
        if (manifest.name != run) continue;
        if (found != nullptr) {
            return Error{ErrorCode::invalid_argument, store.name() + " holds several runs named " + run +
                                                          "; name one by its id, such as " + manifest.run_id};
        }
        found = &manifest;
    }
    if (found != nullptr) return *found;
    if (!manifests.unreadable.empty()) return manifests.unreadable.begin()->second;
    std::string known;
    for (const auto& manifest : manifests.sound)
        known += (known.empty() ? "; it has " : ", ") + manifest.name;
    return Error{ErrorCode::not_found,
                 store.name() + " holds no copy of a run named \"" + run + "\"" + known};
}

Result<RestoreReport> restore_from_copy(CopyStore& store, const RestoreRequest& request, ThreadPool& pool,
                                        const JobContext& job) {
    if (request.into_run) {
        return Error{ErrorCode::invalid_argument,
                     "a copy cannot restore into the run's folder; name a file or folder with --output"};
    }
    STEPVAULT_TRY(check_copy(store, job));
    STEPVAULT_ASSIGN(manifest, find_copied_run(store, request.run, job));
    STEPVAULT_ASSIGN(id, choose_copied(manifest, request));
    STEPVAULT_ASSIGN(chain, manifest.chain(id));
    const auto* record = manifest.find("runs/" + manifest.run_id + "/run.json");
    std::vector<FetchFile> files{{record->path, record->content}};
    for (const auto& link : chain)
        files.push_back({link.path, link.content});
    STEPVAULT_ASSIGN(fetched, FetchedVault::open(FetchedVault::folder_for(store.name())));
    StoreSource source(store);
    STEPVAULT_TRY(fetched.fetch(files, source, job));
    STEPVAULT_ASSIGN(vault, Vault::open(fetched.folder(), false));
    auto from_cache = request;
    from_cache.run = manifest.run_id;
    from_cache.checkpoint_id = id;
    return restore_step(vault, from_cache, pool, job);
}

}  // namespace stepvault
