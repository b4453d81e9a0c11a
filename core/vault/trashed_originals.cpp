#include "vault/trashed_originals.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "base/access_rights.h"
#include "base/atomic_file.h"
#include "base/checksum.h"
#include "run/settling.h"
#include "vault/json_file.h"
#include "vault/json_text.h"
#include "vault/restore_target.h"
#include "vault/step_meta.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_list = std::uint64_t{256} << 20;
constexpr std::size_t at_once = std::size_t{1} << 20;

using ByteCount = std::function<Status(std::uint64_t bytes)>;

fs::path list_file(const fs::path& entry) {
    return entry / "originals.json";
}

fs::path place_of(const fs::path& entry, const TrashedOriginal& original) {
    return entry / ("original-" + std::to_string(original.number));
}

bool is_below(const fs::path& path) {
    return !path.empty() && !path.is_absolute() && path.native().find('\0') == std::string::npos &&
           std::ranges::none_of(
               path, [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
}

bool is_file_entry(const nlohmann::ordered_json& json) {
    const auto has = [&](const char* name, bool (nlohmann::ordered_json::*is)() const noexcept) {
        return json.contains(name) && (json[name].*is)();
    };
    return json.is_object() && has("checkpoint", &nlohmann::ordered_json::is_string) &&
           has("path", &nlohmann::ordered_json::is_string) &&
           has("bytes", &nlohmann::ordered_json::is_number_unsigned) &&
           has("xxh3", &nlohmann::ordered_json::is_number_unsigned);
}

Status write_list(const fs::path& entry, const TrashedOriginals& list) {
    auto files = nlohmann::ordered_json::array();
    for (const auto& f : list.files) {
        files.push_back({{"checkpoint", f.checkpoint_id},
                         {"path", escape_bytes(f.path.native())},
                         {"bytes", f.bytes},
                         {"xxh3", f.hash}});
    }
    return write_json_file(list_file(entry), {{"run", list.run_id}, {"files", std::move(files)}});
}

/// `take` gets each piece before the next is read.
Status read_through(const File& file, const std::function<Status(std::uint64_t offset, ByteView)>& take) {
    Bytes buffer(at_once);
    for (std::uint64_t offset = 0;;) {
        STEPVAULT_ASSIGN(n, file.read_some(offset, buffer));
        if (n == 0) return {};
        STEPVAULT_TRY(take(offset, ByteView(buffer).first(n)));
        offset += n;
    }
}

Result<std::uint64_t> hash_of(const File& file, const ByteCount& progress) {
    Xxh3 hash;
    STEPVAULT_TRY(read_through(file, [&](std::uint64_t, ByteView bytes) {
        hash.update(bytes);
        return progress(bytes.size());
    }));
    return hash.digest();
}

/// Rights and times of `file` go along.
Status copy_file(const File& file, std::uint64_t hash, const fs::path& to, const ByteCount& progress) {
    STEPVAULT_ASSIGN(copy, AtomicFile::create(to));
    STEPVAULT_TRY(restrict_access(copy.file(), file));
    Xxh3 copied;
    STEPVAULT_TRY(read_through(file, [&](std::uint64_t offset, ByteView bytes) -> Status {
        copied.update(bytes);
        STEPVAULT_TRY(copy.file().write_all(offset, bytes));
        return progress(bytes.size());
    }));
    if (copied.digest() != hash)
        return Error{ErrorCode::changed, file.path().native() + " changed while it was copied"};
    struct stat s {};
    if (::fstat(file.descriptor(), &s) != 0) return system_error(errno, "examine", file.path().native());
    (void)::fchmod(copy.file().descriptor(), s.st_mode & 07777U);
    const std::array<timespec, 2> times{s.st_atim, s.st_mtim};
    if (::futimens(copy.file().descriptor(), times.data()) != 0)
        return system_error(errno, "set the time of", to.native());
    return copy.publish(AtomicFile::Existing::keep);
}

Error moved_on(const fs::path& path) {
    return {ErrorCode::changed, path.native() + " is not what it was any more; it stays as it is"};
}

/// Durable on both sides. `file`: open, what `from` must name.
Status move_file(const File& file, std::uint64_t hash, const fs::path& from, const fs::path& to,
                 const ByteCount& progress) {
    STEPVAULT_ASSIGN(opened, file.identity());
    const auto is_it = [&](const fs::path& path) {
        const auto there = file_identity(path);
        return there && there->device == opened.device && there->inode == opened.inode &&
               there->size == opened.size && there->modified_ns == opened.modified_ns;
    };
    if (!is_it(from)) return moved_on(from);
    const auto renamed = rename_no_replace(from, to);
    if (renamed) {
        // Whoever writes checkpoints may have put another one there at the last moment.
        if (!is_it(to)) {
            STEPVAULT_TRY(rename_no_replace(to, from));
            return moved_on(from);
        }
        STEPVAULT_TRY(sync_folder(to.parent_path()));
        return sync_folder(from.parent_path());
    }
    if (renamed.error().code != ErrorCode::io) return renamed;
    STEPVAULT_TRY(check_space(to.parent_path(), opened.size));
    STEPVAULT_TRY(copy_file(file, hash, to, progress));
    std::error_code ec;
    if (!is_it(from)) {
        fs::remove(to, ec);
        return moved_on(from);
    }
    if (::unlink(from.c_str()) != 0) {
        const auto failed = system_error(errno, "remove", from.native());
        fs::remove(to, ec);
        return failed;
    }
    return sync_folder(from.parent_path());
}

void remove_empty_folders(const fs::path& run_folder, fs::path relative) {
    std::error_code ec;
    for (relative = relative.parent_path(); !relative.empty(); relative = relative.parent_path()) {
        if (!fs::remove(run_folder / relative, ec)) return;
    }
}

/// ErrorCode::invalid_argument where a folder on the way is a link.
Status check_way(const fs::path& run_folder, const fs::path& relative) {
    auto at = run_folder;
    for (const auto& part : relative.parent_path()) {
        at /= part;
        std::error_code ec;
        const auto status = fs::symlink_status(at, ec);
        if (fs::exists(status) && !fs::is_directory(status))
            return Error{ErrorCode::invalid_argument, at.native() + " is a link, or no folder"};
    }
    return {};
}

Result<fs::path> below_run(const RunRecord& run, const fs::path& path) {
    auto relative = path.lexically_relative(run.folder);
    if (is_below(relative)) return relative;
    return Error{ErrorCode::invalid_argument, path.native() + " does not lie in the run's folder"};
}

Status put_back(const fs::path& entry, const TrashedOriginal& original, const fs::path& run_folder,
                const ByteCount& progress) {
    const auto from = place_of(entry, original);
    STEPVAULT_ASSIGN(file, File::open_read(from));
    const auto to = run_folder / original.path;
    STEPVAULT_TRY(check_way(run_folder, original.path));
    STEPVAULT_TRY(make_folders(to.parent_path()));
    const auto moved = move_file(file, original.hash, from, to, progress);
    if (moved || moved.error().code != ErrorCode::already_exists) return moved;
    // A process may have died between the two halves of the way back.
    const auto there = File::open_read(to);
    const auto hash = there ? hash_of(*there, progress) : Result<std::uint64_t>(there.error());
    if (!hash || *hash != original.hash) return moved;
    if (::unlink(from.c_str()) != 0) return system_error(errno, "remove", from.native());
    return sync_folder(from.parent_path());
}

}  // namespace

Result<TrashedOriginals> read_trashed_originals(const fs::path& entry) {
    const auto file = list_file(entry);
    constexpr const char* kind = "list of originals";
    auto read = read_json_file(file, largest_list, kind);
    if (!read && read.error().code == ErrorCode::not_found) return TrashedOriginals();
    STEPVAULT_ASSIGN(json, std::move(read));
    const Error damaged{ErrorCode::corrupt, file.native() + " is no " + kind};
    if (!json.contains("run") || !json["run"].is_string() || !json.contains("files") ||
        !json["files"].is_array())
        return damaged;
    TrashedOriginals list{.run_id = json["run"], .files = {}};
    std::uint64_t number = 0;
    for (const auto& f : json["files"]) {
        if (!is_file_entry(f) || !is_checkpoint_id(f["checkpoint"].get_ref<const std::string&>()))
            return damaged;
        const auto path = unescape_bytes(f["path"].get_ref<const std::string&>());
        if (!path || !is_below(*path)) return damaged;
        list.files.push_back({++number, f["checkpoint"], *path, f["bytes"], f["xxh3"]});
        std::error_code ec;
        if (!fs::is_regular_file(fs::symlink_status(place_of(entry, list.files.back()), ec)))
            list.files.pop_back();
    }
    return list;
}

Status check_removable(const RunRecord& run, const OpenCheckpoint& original) {
    Fingerprint fingerprint;
    for (const auto& file : original.files) {
        const auto& path = file.file.path();
        STEPVAULT_ASSIGN(relative, below_run(run, path));
        STEPVAULT_TRY(check_way(run.folder, relative));
        struct stat s {};
        if (::lstat(path.c_str(), &s) != 0) return system_error(errno, "examine", path.native());
        if (!S_ISREG(s.st_mode))
            return Error{ErrorCode::invalid_argument, path.native() + " is a link, or no file"};
        if (s.st_nlink > 1)
            return Error{ErrorCode::invalid_argument, path.native() + " has other names (hard links)"};
        fingerprint.files.push_back(file.identity);
    }
    if (has_writer(fingerprint))
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
        STEPVAULT_ASSIGN(hash, hash_of(file.file, count));
        const auto number = longer.files.size() + 1;
        longer.files.push_back({number, checkpoint_id, std::move(relative), file.identity.size, hash});
    }
    STEPVAULT_TRY(check_unchanged(original));
    STEPVAULT_TRY(write_list(entry, longer));
    list = std::move(longer);
    for (std::size_t i = first; i < list.files.size(); ++i) {
        const auto& file = original.files[i - first].file;
        const auto moved = move_file(file, list.files[i].hash, file.path(), place_of(entry, list.files[i]),
                                     [&](std::uint64_t) { return job.check(); });
        if (moved) continue;
        // What cannot go back is in the list, and can later.
        for (auto back = first; back < i; ++back)
            (void)put_back(entry, list.files[back], run.folder, [](std::uint64_t) -> Status { return {}; });
        return moved;
    }
    for (auto i = first; i < list.files.size(); ++i)
        remove_empty_folders(run.folder, list.files[i].path);
    return {};
}

Result<ReturnedOriginals> return_originals(const fs::path& entry, const TrashedOriginals& list,
                                           const fs::path& run_folder, const JobContext& job) {
    ReturnedOriginals returned;
    Progress progress;
    for (const auto& f : list.files)
        progress.total += f.bytes;
    const auto count = [&](std::uint64_t bytes) {
        progress.done = std::min(progress.total, progress.done + bytes);
        job.report(progress);
        return job.check();
    };
    std::error_code ec;
    if (!fs::is_directory(run_folder, ec)) {
        return Error{
            ErrorCode::not_found,
            run_folder.native() + " is gone, where they came from; make it again, or restore from the vault"};
    }
    for (const auto& original : list.files) {
        progress.item = original.path.native();
        STEPVAULT_TRY(job.check());
        const auto brought = put_back(entry, original, run_folder, count);
        if (brought) {
            ++returned.files;
            continue;
        }
        const auto code = brought.error().code;
        const bool is_its_place = code == ErrorCode::already_exists || code == ErrorCode::invalid_argument ||
                                  code == ErrorCode::changed;
        // Else the disk is at fault; the others would fare no better.
        if (!is_its_place) return brought.error();
        returned.left.push_back(brought.error().message);
    }
    return returned;
}

Status check_trashed_original(const fs::path& entry, const TrashedOriginal& original,
                              const std::function<Status(std::uint64_t bytes)>& progress) {
    STEPVAULT_ASSIGN(file, File::open_read(place_of(entry, original)));
    STEPVAULT_ASSIGN(hash, hash_of(file, progress));
    if (hash == original.hash) return {};
    return Error{ErrorCode::corrupt,
                 file.path().native() + " is not what was put there as " + original.path.native()};
}

}  // namespace stepvault
