#include "vault/originals/freed_originals.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "vault/chain/chain.h"
#include "vault/originals/file_copying.h"
#include "vault/originals/original.h"
#include "vault/originals/trashed_originals.h"
#include "vault/records/newest_steps.h"
#include "vault/records/removed_steps.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

class PurgeCheck {
 public:
    PurgeCheck(fs::path run_folder, const JobContext& job)
        : run_folder_(std::move(run_folder)), steps_(steps_folder(run_folder_)), job_(job) {}

    Status check(const std::string& id);
    /// A step that was exact when its original was freed may have been coded again since.
    Status check_newest(const std::string& id, const std::string& entry);

 private:
    Status check_chain(const std::string& id);

    fs::path run_folder_;
    fs::path steps_;
    const JobContext& job_;
    Progress progress_;
    std::set<std::pair<fs::path, std::string>> read_;
    std::vector<StepMeta> metas_;  ///< read on first use
};

Status PurgeCheck::check_chain(const std::string& id) {
    STEPVAULT_ASSIGN(chain, Chain::open(steps_, id));
    progress_.item = id;
    for (std::size_t i = 0; i < chain.length(); ++i) {
        const auto& link = chain.link(i);
        if (!read_.emplace(link.path(), link.meta().id).second) continue;
        progress_.total += link.size();
        STEPVAULT_TRY(link.check_all([this](std::uint64_t bytes) -> Status {
            progress_.done += bytes;
            job_.report(progress_);
            return job_.check();
        }));
    }
    return {};
}

Status PurgeCheck::check(const std::string& id) {
    std::error_code ec;
    if (fs::exists(step_path(steps_, id), ec)) return check_chain(id);
    STEPVAULT_ASSIGN(removed, read_removed_steps(removed_file(run_folder_)));
    if (std::ranges::find(removed, id, &RemovedStep::id) != removed.end()) return {};
    return Error{ErrorCode::corrupt, step_path(steps_, id).native() + " is gone"};
}

Status PurgeCheck::check_newest(const std::string& id, const std::string& entry) {
    if (metas_.empty()) {
        STEPVAULT_ASSIGN(listed, list_steps(steps_));
        metas_ = std::move(listed.steps);
    }
    const auto meta = std::ranges::find(metas_, id, &StepMeta::id);
    if (meta == metas_.end() || meta->is_exact() || !NewestSteps(metas_).contain(*meta)) return {};
    return Error{ErrorCode::corrupt,
                 "trash entry " + entry + " holds the only exact copy of " + id +
                     ", the newest; restore the originals with `stepvault trash restore " + entry + "`"};
}

/// True if an entry without a list holds originals all the same.
bool holds_unlisted(const fs::path& entry) {
    std::error_code ec;
    for (fs::directory_iterator it(entry, ec), end; !ec && it != end; it.increment(ec)) {
        if (it->path().filename().native().starts_with("original-")) return true;
    }
    return false;
}

}  // namespace

Result<std::optional<OpenCheckpoint>> find_freed_original(const fs::path& vault, const RunRecord& run,
                                                          const StepMeta& meta, const fs::path& step_file,
                                                          const fs::path& scratch, const JobContext& job) {
    const auto lay_out = [&](const fs::path& entry, const TrashedOriginal& file,
                             const fs::path& place) -> Status {
        STEPVAULT_TRY(check_trashed_original(entry, file, [&](std::uint64_t) { return job.check(); }));
        STEPVAULT_TRY(make_folders(place.parent_path()));
        return link_or_copy(trashed_original_path(entry, file), place);
    };
    std::error_code ec;
    std::set<fs::path> entries;
    for (fs::directory_iterator it(trash_folder(vault), ec), end; !ec && it != end; it.increment(ec))
        entries.insert(it->path());
    for (const auto& entry : entries) {
        const auto list = read_trashed_originals(entry);
        if (!list || list->run_id != run.id) continue;
        // Each entry gets its own folder: the same checkpoint may have been freed more than once.
        const auto below = scratch / entry.filename();
        Status status;
        for (const auto& file : list->files) {
            if (status && file.checkpoint_id == meta.id) status = lay_out(entry, file, below / file.path);
        }
        if (!status && is_final(status.error())) return status.error();
        if (!status || !fs::exists(below, ec)) continue;
        auto moved = run;
        moved.folder = below.native();
        if (auto original = find_original(moved, meta, step_file)) return original;
    }
    return std::optional<OpenCheckpoint>();
}

Status check_purgeable(const fs::path& vault, const std::string& entry, const JobContext& job) {
    const auto folder = trash_folder(vault) / entry;
    const auto list = read_trashed_originals(folder);
    if (!list || (list->run_id.empty() && holds_unlisted(folder))) {
        return Error{list ? ErrorCode::corrupt : list.error().code,
                     "trash entry " + entry + " may hold the only sound copies of checkpoints (" +
                         (list ? originals_file(folder).native() + " is missing" : list.error().message) +
                         "); to give up its contents, remove " + folder.native()};
    }
    if (list->files.empty()) return {};
    const auto run_folder = runs_folder(vault) / list->run_id;
    std::error_code ec;
    if (!fs::exists(run_folder, ec) && !ec) return {};
    PurgeCheck check(run_folder, job);
    std::set<std::string> ids;
    for (const auto& file : list->files) {
        if (!ids.insert(file.checkpoint_id).second) continue;
        const auto sound = check.check(file.checkpoint_id);
        if (sound) {
            STEPVAULT_TRY(check.check_newest(file.checkpoint_id, entry));
            continue;
        }
        if (sound.error().code == ErrorCode::cancelled) return sound;
        return Error{ErrorCode::corrupt,
                     "trash entry " + entry + " may hold the only sound copy of " + file.checkpoint_id +
                         " (" + sound.error().message +
                         "); repair it with `stepvault verify --repair`, or restore the originals with "
                         "`stepvault trash restore " +
                         entry + "`"};
    }
    return {};
}

}  // namespace stepvault
