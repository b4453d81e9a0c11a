#include "remote/copy/run_return.h"

#include <algorithm>
#include <limits>
#include <set>
#include <system_error>

#include "base/atomic_file.h"
#include "remote/copy/copy_layout.h"
#include "remote/copy/copy_restoring.h"
#include "remote/copy/store_source.h"
#include "remote/fetch/fetched_vault.h"
#include "vault/chain/shared_base.h"
#include "vault/records/vault_access.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Brings runs back one after another.
class RunReturner {
 public:
    RunReturner(CopyStore& store, const Vault& vault, FetchedVault& incoming, const JobContext& job)
        : source_(store), vault_(vault), incoming_(incoming), job_(job) {}

    /// Before bring().
    Status read_names() {
        STEPVAULT_ASSIGN(runs, vault_.runs());
        for (const auto& run : runs.records)
            names_.insert(run.name);
        return {};
    }

    Result<ReturnedRun> bring(const CopyManifest& manifest) {
        STEPVAULT_TRY(check_name(manifest));
        ReturnedRun run{.id = manifest.run_id, .name = manifest.name};
        std::vector<FetchFile> files;
        std::vector<FileLock> bases;  // so that no process removes bases that no run needs yet
        for (const auto& file : manifest.files) {
            run.checkpoints += file.step ? 1 : 0;
            run.bytes += file.content.bytes;
            if (!hold_base(file, bases)) files.push_back({file.path, file.content});
        }
        STEPVAULT_TRY(incoming_.fetch(files, source_, job_));
        for (const auto& file : files)
            STEPVAULT_TRY(place_base(file.path, bases));
        STEPVAULT_TRY(remove_others(manifest));
        const auto folder = vault_.run_folder(manifest.run_id);
        STEPVAULT_TRY(make_folders(folder.parent_path(), FileAccess::of_folder));
        STEPVAULT_TRY(rename_no_replace(incoming_.folder() / "runs" / manifest.run_id, folder));
        STEPVAULT_TRY(sync_folder(folder.parent_path()));
        names_.insert(manifest.name);
        return run;
    }

 private:
    /// Files of an interrupted return that the copy has lost since.
    [[nodiscard]] Status remove_others(const CopyManifest& manifest) const {
        std::set<fs::path> named;
        for (const auto& file : manifest.files)
            named.insert(incoming_.folder() / file.path);
        const auto folder = incoming_.folder() / "runs" / manifest.run_id;
        std::error_code ec;
        std::vector<fs::path> others;
        for (fs::recursive_directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
            if (!it->is_directory(ec) && !named.contains(it->path())) others.push_back(it->path());
        }
        for (std::size_t i = 0; !ec && i < others.size(); ++i)
            fs::remove(others[i], ec);
        return ec ? Status(system_error(ec.value(), "clear", folder.native())) : Status();
    }

    Status check_name(const CopyManifest& manifest) const {
        if (!names_.contains(manifest.name)) return {};
        return Error{ErrorCode::already_exists, "the vault has another run named " + manifest.name +
                                                    "; give that one another name with `stepvault rename`"};
    }

    /// False if the file is no shared base, or one that the vault lacks.
    [[nodiscard]] bool hold_base(const CopiedFile& file, std::vector<FileLock>& bases) const {
        if (!shared_base_digest(file.path)) return false;
        auto lock = FileLock::acquire_shared(vault_.folder() / file.path);
        if (lock) bases.push_back(std::move(*lock));
        return static_cast<bool>(lock);
    }

    Status place_base(const std::string& path, std::vector<FileLock>& bases) const {
        if (!shared_base_digest(path)) return {};
        const auto target = vault_.folder() / path;
        STEPVAULT_TRY(make_folders(target.parent_path(), FileAccess::of_folder));
        STEPVAULT_ASSIGN(lock, FileLock::acquire_shared(incoming_.folder() / path));
        bases.push_back(std::move(lock));
        const auto placed = rename_no_replace(incoming_.folder() / path, target);
        if (!placed && placed.error().code != ErrorCode::already_exists) return placed;
        return sync_folder(target.parent_path());
    }

    StoreSource source_;
    const Vault& vault_;
    FetchedVault& incoming_;
    const JobContext& job_;
    std::set<std::string> names_;  ///< of the vault's runs
};

/// True where the next run may fare better.
bool concerns_one_run(const Error& error) {
    return error.code == ErrorCode::corrupt || error.code == ErrorCode::not_found ||
           error.code == ErrorCode::already_exists;
}

Result<std::vector<CopyManifest>> copied_runs(CopyStore& store, const std::vector<std::string>& names,
                                              ReturnReport& report, const JobContext& job) {
    std::vector<CopyManifest> chosen;
    if (names.empty()) {
        STEPVAULT_ASSIGN(manifests, read_manifests(store, job));
        for (const auto& [id, error] : manifests.unreadable)
            report.failed.push_back(error);
        return std::move(manifests.sound);
    }
    for (const auto& name : names) {
        STEPVAULT_ASSIGN(manifest, find_copied_run(store, name, job));
        chosen.push_back(std::move(manifest));
    }
    return chosen;
}

Status bring_all(CopyStore& store, const Vault& vault, const std::vector<CopyManifest>& manifests,
                 ReturnReport& report, const JobContext& job) {
    STEPVAULT_ASSIGN(incoming, FetchedVault::open(incoming_folder(vault.folder()),
                                                  std::numeric_limits<std::uint64_t>::max()));
    RunReturner returner(store, vault, incoming, job);
    STEPVAULT_TRY(returner.read_names());
    for (const auto& manifest : manifests) {
        std::error_code ec;
        if (fs::exists(vault.run_folder(manifest.run_id), ec)) {
            report.present.push_back(manifest.name);
            continue;
        }
        auto run = returner.bring(manifest);
        if (run)
            report.runs.push_back(std::move(*run));
        else if (concerns_one_run(run.error()))
            report.failed.push_back(run.error());
        else
            return run.error();
    }
    return {};
}

/// Removes the folder unless another process uses it.
void remove_incoming(const fs::path& folder) {
    const auto alone = FileLock::acquire_existing(folder);
    std::error_code ec;
    if (alone) fs::remove_all(folder, ec);
}

}  // namespace

Result<ReturnReport> return_runs(CopyStore& store, const std::function<Result<Vault>()>& open_vault,
                                 const std::vector<std::string>& names, const JobContext& job) {
    STEPVAULT_TRY(check_copy(store, job));
    ReturnReport report;
    STEPVAULT_ASSIGN(manifests, copied_runs(store, names, report, job));
    STEPVAULT_ASSIGN(vault, open_vault());
    const auto brought = bring_all(store, vault, manifests, report, job);
    // Also those that came back before an error.
    if (!report.runs.empty() && is_shared(vault.folder())) STEPVAULT_TRY(share_vault(vault.folder(), true));
    STEPVAULT_TRY(brought);
    remove_incoming(incoming_folder(vault.folder()));
    return report;
}

}  // namespace stepvault
