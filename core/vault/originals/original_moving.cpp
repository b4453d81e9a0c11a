#include "vault/originals/original_moving.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/atomic_file.h"
#include "run/stability_tracker.h"
#include "vault/originals/file_copying.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

using ByteCount = std::function<Status(std::uint64_t bytes)>;

std::optional<struct stat> state_of_name(const fs::path& path) {
    struct stat s {};
    if (::lstat(path.c_str(), &s) != 0) return {};
    return s;
}

/// True if `path` is the opened file itself, not a link to it.
bool names_it(const fs::path& path, const FileIdentity& opened) {
    const auto s = state_of_name(path);
    if (!s || !S_ISREG(s->st_mode)) return false;
    const auto there = file_identity(path);
    return there && there->has_bytes_of(opened);
}

Error moved_on(const fs::path& path) {
    return {ErrorCode::changed, path.native() + " has changed meanwhile; it is left alone"};
}

Status copy_original(const File& file, std::uint64_t hash, const fs::path& to, const ByteCount& progress) {
    STEPVAULT_ASSIGN(copy, copy_file(file, to, progress));
    if (copy.hash != hash) return moved_on(file.path());
    return copy.file.publish(AtomicFile::Existing::keep);
}

enum class Way { renamed, copied };

/// Brings a file to the other place, durably. A copied file also stays at the old place.
Result<Way> bring(const File& file, std::uint64_t hash, const fs::path& from, const fs::path& to,
                  const ByteCount& progress) {
    STEPVAULT_ASSIGN(opened, file.identity());
    if (!names_it(from, opened)) return moved_on(from);
    const auto renamed = rename_no_replace(from, to);
    if (!renamed && renamed.error().code != ErrorCode::io)
        return renamed.error().within("cannot move " + from.native());
    if (!renamed) {
        STEPVAULT_TRY(copy_original(file, hash, to, progress));
        return Way::copied;
    }
    // A writer may have put another checkpoint there at the last moment.
    if (!names_it(to, opened)) {
        STEPVAULT_TRY(rename_no_replace(to, from));
        return moved_on(from);
    }
    STEPVAULT_TRY(sync_folder(to.parent_path()));
    STEPVAULT_TRY(sync_folder(from.parent_path()));
    return Way::renamed;
}

bool is_being_written(const OpenCheckpoint& original) {
    Fingerprint fingerprint;
    for (const auto& file : original.files)
        fingerprint.files.push_back(file.identity);
    return has_writer(fingerprint);
}

/// Removes the source of a copy. Renames it first, so that a new file under the old name stays.
Status take_out(const fs::path& from, const FileIdentity& opened) {
    if (!names_it(from, opened)) return moved_on(from);
    const auto aside = temporary_sibling(from);
    STEPVAULT_TRY(rename_no_replace(from, aside));
    if (!names_it(aside, opened) || has_writer(Fingerprint{{opened}})) {
        STEPVAULT_TRY(rename_no_replace(aside, from));
        return moved_on(from);
    }
    if (::unlink(aside.c_str()) != 0) return system_error(errno, "remove", aside.native());
    return sync_folder(from.parent_path());
}

void remove_empty_folders(const fs::path& run_folder, fs::path relative) {
    std::error_code ec;
    for (relative = relative.parent_path(); !relative.empty(); relative = relative.parent_path()) {
        if (!fs::remove(run_folder / relative, ec)) return;
    }
}

/// ErrorCode::invalid_argument if a folder on the path is a link, or not a folder.
Status check_way(const fs::path& run_folder, const fs::path& relative) {
    auto at = run_folder;
    for (const auto& part : relative.parent_path()) {
        at /= part;
        std::error_code ec;
        const auto status = fs::symlink_status(at, ec);
        if (fs::exists(status) && !fs::is_directory(status))
            return Error{ErrorCode::invalid_argument, at.native() + " is a link or not a folder"};
    }
    return {};
}

Result<fs::path> below_run(const RunRecord& run, const fs::path& path) {
    auto relative = path.lexically_relative(run.folder);
    if (!relative.empty() && *relative.begin() != ".." && *relative.begin() != ".") return relative;
    return Error{ErrorCode::invalid_argument, path.native() + " is not in the run's folder"};
}

Status remove_trashed(const fs::path& file) {
    if (::unlink(file.c_str()) != 0) return system_error(errno, "remove", file.native());
    return sync_folder(file.parent_path());
}

/// True if `place` is a file of its own with the same bytes, or a hard link to the trashed file.
bool is_back(const fs::path& place, const fs::path& trashed, std::uint64_t hash, const ByteCount& progress) {
    const auto there = state_of_name(place);
    const auto here = state_of_name(trashed);
    if (!there || !here || !S_ISREG(there->st_mode)) return false;
    if (there->st_dev == here->st_dev && there->st_ino == here->st_ino) return true;
    auto file = File::open_write(place, FileAccess::of_folder);
    if (!file) return false;
    const auto found = hash_of_file(*file, progress);
    return found && *found == hash && file->sync();
}

Status put_back(const fs::path& entry, const TrashedOriginal& original, const fs::path& run_folder,
                const ByteCount& progress) {
    const auto from = trashed_original_path(entry, original);
    STEPVAULT_TRY(check_trashed_original(entry, original, progress));
    STEPVAULT_ASSIGN(file, File::open_read(from));
    const auto to = run_folder / original.path;
    STEPVAULT_TRY(check_way(run_folder, original.path));
    STEPVAULT_TRY(make_folders(to.parent_path()));
    const auto brought = bring(file, original.hash, from, to, progress);
    if (brought) return *brought == Way::copied ? remove_trashed(from) : Status();
    // A process may have died after copying the file back, before removing it from the trash.
    if (brought.error().code == ErrorCode::already_exists && is_back(to, from, original.hash, progress))
        return remove_trashed(from);
    return brought.error();
}

/// Moves the files of one checkpoint into the trash.
class Moving {
 public:
    Moving(const fs::path& entry, const RunRecord& run, const OpenCheckpoint& original,
           std::span<const TrashedOriginal> places)
        : entry_(entry), run_(run), original_(original), places_(places) {}

    Status move(const JobContext& job) {
        auto status = bring_all(job);
        if (status) status = remove_copied();
        if (!status) undo();
        return status;
    }

 private:
    Status bring_all(const JobContext& job) {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const auto& file = original_.files[i].file;
            STEPVAULT_ASSIGN(
                way, bring(file, places_[i].hash, file.path(), trashed_original_path(entry_, places_[i]),
                           [&](std::uint64_t) { return job.check(); }));
            ways_.push_back(way);
        }
        // A writer may have opened a file since the check.
        if (!is_being_written(original_)) return {};
        return Error{ErrorCode::changed,
                     original_.candidate.path.native() + " was opened for writing meanwhile"};
    }
    Status remove_copied() const {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const auto& file = original_.files[i];
            if (ways_[i] == Way::copied) STEPVAULT_TRY(take_out(file.file.path(), file.identity));
        }
        return {};
    }
    /// Files that cannot go back now are in the list, and can go back later.
    void undo() const {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const auto trashed = trashed_original_path(entry_, places_[i]);
            const auto& file = original_.files[i];
            std::error_code ec;
            if (!fs::exists(trashed, ec)) continue;
            if (names_it(file.file.path(), file.identity)) {
                (void)remove_trashed(trashed);
            } else if (rename_no_replace(trashed, file.file.path())) {
                // The file goes back even if a writer has changed it meanwhile.
                (void)sync_folder(file.file.path().parent_path());
                (void)sync_folder(entry_);
            } else {
                (void)put_back(entry_, places_[i], run_.folder, [](std::uint64_t) -> Status { return {}; });
            }
        }
    }

    const fs::path& entry_;
    const RunRecord& run_;
    const OpenCheckpoint& original_;
    std::span<const TrashedOriginal> places_;
    std::vector<Way> ways_;
};

}  // namespace

Status check_removable(const RunRecord& run, const OpenCheckpoint& original) {
    for (const auto& file : original.files) {
        const auto& path = file.file.path();
        STEPVAULT_ASSIGN(relative, below_run(run, path));
        STEPVAULT_TRY(check_way(run.folder, relative));
        const auto s = state_of_name(path);
        if (!s) return system_error(errno, "examine", path.native());
        if (!S_ISREG(s->st_mode))
            return Error{ErrorCode::invalid_argument, path.native() + " is a link or not a regular file"};
        if (s->st_nlink > 1)
            return Error{ErrorCode::invalid_argument, path.native() + " has other names (hard links)"};
    }
    if (is_being_written(original))
        return Error{ErrorCode::invalid_argument, original.candidate.path.native() + " is open for writing"};
    return {};
}

Status move_original_to_trash(const fs::path& entry, TrashedOriginals& list, const RunRecord& run,
                              const std::string& checkpoint_id, const OpenCheckpoint& original,
                              const JobContext& job) {
    Progress progress{.total = original.bytes, .item = original.candidate.source};
    const auto count = [&](std::uint64_t bytes) {
        progress.done = std::min(progress.total, progress.done + bytes);
        job.report(progress);
        return job.check();
    };
    const auto first = list.files.size();
    auto longer = list;
    for (const auto& file : original.files) {
        STEPVAULT_ASSIGN(relative, below_run(run, file.file.path()));
        STEPVAULT_ASSIGN(hash, hash_of_file(file.file, count));
        const auto number = longer.files.size() + 1;
        longer.files.push_back({number, checkpoint_id, std::move(relative), file.identity.size, hash});
    }
    STEPVAULT_TRY(check_unchanged(original));
    STEPVAULT_TRY(write_trashed_originals(entry, longer));
    list = std::move(longer);
    const std::span places(list.files.begin() + static_cast<std::ptrdiff_t>(first), list.files.end());
    STEPVAULT_TRY(Moving(entry, run, original, places).move(job));
    for (const auto& place : places)
        remove_empty_folders(run.folder, place.path);
    return {};
}

Result<ReturnedOriginals> restore_originals(const fs::path& entry, const fs::path& folder,
                                            std::span<const TrashedOriginal> files, const JobContext& job) {
    ReturnedOriginals returned;
    Progress progress;
    for (const auto& f : files)
        progress.total += f.bytes;
    const auto count = [&](std::uint64_t bytes) {
        progress.done = std::min(progress.total, progress.done + bytes);
        job.report(progress);
        return job.check();
    };
    for (const auto& original : files) {
        progress.item = original.path.native();
        STEPVAULT_TRY(job.check());
        const auto brought = put_back(entry, original, folder, count);
        if (brought) {
            ++returned.files;
            continue;
        }
        const auto code = brought.error().code;
        const bool is_its_own = code == ErrorCode::already_exists || code == ErrorCode::invalid_argument ||
                                code == ErrorCode::changed || code == ErrorCode::permission ||
                                code == ErrorCode::corrupt;
        // Otherwise the disk is at fault, and the other files would fail too.
        if (!is_its_own) return brought.error();
        returned.damaged |= code == ErrorCode::corrupt;
        returned.left.push_back(brought.error().message);
    }
    return returned;
}

}  // namespace stepvault
