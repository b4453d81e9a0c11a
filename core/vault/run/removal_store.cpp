#include "vault/run/removal_store.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "base/atomic_file.h"
#include "vault/originals/file_copying.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Compares contents; false if one of the files cannot be read.
bool is_same_file(const fs::path& a, const fs::path& b, const JobContext& job) {
    const auto hash = [&](const fs::path& path) -> Result<std::uint64_t> {
        STEPVAULT_ASSIGN(file, File::open_read(path));
        return hash_of_file(file, [&](std::uint64_t) { return job.check(); });
    };
    const auto hash_a = hash(a);
    const auto hash_b = hash(b);
    return hash_a && hash_b && *hash_a == *hash_b;
}

}  // namespace

Status RemovalStore::load(const std::vector<StepMeta>& present) {
    removed_.clear();
    load_quarantined();
    auto removed = read_removed_steps(removed_file(folder_));
    // Without the list a checkpoint may be stored once more, which is better than not at all.
    if (!removed) return removed.error().code == ErrorCode::corrupt ? Status() : removed.error();
    for (auto& r : *removed)
        removed_[r.id] = std::move(r);
    // A removal was interrupted or undone. If the step stayed in the list, a later loss of its file would be
    // taken for a removal. If the list cannot be written now, the next load writes it.
    std::size_t returned = 0;
    for (const auto& m : present)
        returned += removed_.erase(m.id);
    if (returned > 0) (void)write(removed_);
    return {};
}

/// The originals of quarantined steps are stored anew, beside the steps, which may come back.
void RemovalStore::load_quarantined() {
    quarantined_.clear();
    last_quarantined_ = 0;
    const auto listed = list_steps(quarantine_folder(folder_));
    if (!listed) return;
    for (const auto& m : listed->steps) {
        quarantined_.insert(m.id);
        last_quarantined_ = std::max(last_quarantined_, m.sequence);
    }
    for (const auto& [id, why] : listed->unreadable)
        quarantined_.insert(id);
}

std::uint64_t RemovalStore::last_sequence() const {
    auto last = last_quarantined_;
    for (const auto& [id, r] : removed_)
        last = std::max(last, r.sequence);
    return last;
}

Status RemovalStore::write(const std::map<std::string, RemovedStep>& removed) const {
    std::vector<RemovedStep> list;
    for (const auto& [id, r] : removed)
        list.push_back(r);
    return write_removed_steps(removed_file(folder_), list);
}

Status RemovalStore::remove(const std::vector<StepMeta>& steps, const std::set<std::string>& ids,
                            const fs::path& trash) {
    auto removed = removed_;
    for (const auto& m : steps) {
        if (ids.contains(m.id)) removed[m.id] = {m.id, m.source, m.original_bytes, m.modified_ns, m.sequence};
    }
    STEPVAULT_TRY(write(removed));
    // The newest first, so that an interruption leaves no step without the steps that it builds on.
    for (auto m = steps.rbegin(); m != steps.rend(); ++m) {
        if (!ids.contains(m->id)) continue;
        const auto path = step_path(steps_folder(folder_), m->id);
        std::error_code ec;
        if (trash.empty())
            fs::remove(path, ec);
        else
            fs::rename(path, step_path(trash, m->id), ec);
        if (ec) return system_error(ec.value(), "remove", path.native());
    }
    if (!trash.empty()) STEPVAULT_TRY(sync_folder(trash));
    return sync_folder(steps_folder(folder_));
}

/// ErrorCode::already_exists if the run has another file of this name.
Status RemovalStore::restore_step(const fs::path& from, const std::string& id, const JobContext& job) const {
    const auto place = step_path(steps_folder(folder_), id);
    auto renamed = rename_no_replace(from, place);
    if (renamed || renamed.error().code != ErrorCode::already_exists || !is_same_file(from, place, job))
        return renamed;
    // The power failed while this step was being restored, and both names were kept.
    STEPVAULT_TRY(sync_folder(steps_folder(folder_)));
    std::error_code ec;
    fs::remove(from, ec);
    return ec ? Status(system_error(ec.value(), "remove", from.native())) : Status();
}

Result<RemovalStore::Restored> RemovalStore::restore(const fs::path& trash, std::vector<StepMeta>& steps,
                                                     const CheckFit& check_fit, const std::string& item,
                                                     const JobContext& job) const {
    STEPVAULT_ASSIGN(listed, list_steps(trash));
    Restored restored;
    std::error_code ec;
    Progress progress{.item = item};
    for (const auto& meta : listed.steps)
        progress.total += fs::file_size(step_path(trash, meta.id), ec);
    for (const auto& [name, why] : listed.unreadable)
        restored.left.push_back(why);
    const auto check = [&](const fs::path& from, const std::string& id) -> Status {
        STEPVAULT_ASSIGN(step, StepFile::open(from));
        STEPVAULT_TRY(step.check_all([&](std::uint64_t bytes) {
            progress.done += bytes;
            job.report(progress);
            return job.check();
        }));
        return check_fit(step, id);
    };
    // In the order of storing, so that a step's parent is there when the step is checked.
    for (const auto& meta : listed.steps) {
        restored.status = job.check();
        if (!restored.status) break;
        const auto from = step_path(trash, meta.id);
        const auto sound = check(from, meta.id);
        const auto moved = sound ? restore_step(from, meta.id, job) : sound;
        if (moved) {
            if (std::ranges::find(steps, meta.id, &StepMeta::id) == steps.end()) steps.push_back(meta);
            ++restored.steps;
        } else if (moved.error().code == ErrorCode::cancelled ||
                   (sound && moved.error().code != ErrorCode::already_exists)) {
            // The disk is at fault, so that the other steps would fail too.
            restored.status = moved;
            break;
        } else {
            restored.left.push_back(moved.error().message);
        }
    }
    if (restored.steps > 0) {
        STEPVAULT_TRY(sync_folder(steps_folder(folder_)));
        STEPVAULT_TRY(sync_folder(trash));
    }
    return restored;
}

}  // namespace stepvault
