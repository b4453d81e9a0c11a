#include "vault/repair/vault_moving.h"

#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/file.h"
#include "base/file_lock.h"
#include "base/uuid.h"
#include "vault/originals/file_copying.h"
#include "vault/originals/trash.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

Error failed(const std::error_code& ec, const char* action, const fs::path& path) {
    return system_error(ec.value(), action, path.native());
}

/// While these locks are held, nobody stores checkpoints in the vault, prunes it, makes runs in it or works
/// on its trash.
Result<std::vector<FileLock>> lock_parts(const fs::path& vault) {
    std::vector<FileLock> locks;
    STEPVAULT_ASSIGN(making, FileLock::acquire_existing(vault_file(vault)));
    locks.push_back(std::move(making));
    std::error_code ec;
    if (fs::exists(trash_folder(vault), ec)) {
        STEPVAULT_ASSIGN(trash, lock_trash(vault));
        locks.push_back(std::move(trash));
    }
    for (fs::directory_iterator it(runs_folder(vault), ec), end; !ec && it != end; it.increment(ec)) {
        if (!it->is_directory(ec) || ec) continue;
        STEPVAULT_ASSIGN(run, FileLock::acquire(lock_file(it->path())));
        locks.push_back(std::move(run));
    }
    if (ec) return failed(ec, "list", runs_folder(vault));
    // A background watch holds its record.
    for (fs::directory_iterator it(watches_folder(vault), ec), end; !ec && it != end; it.increment(ec)) {
        STEPVAULT_ASSIGN(watch, FileLock::acquire_existing(it->path()));
        locks.push_back(std::move(watch));
    }
    return locks;
}

Result<std::vector<FileLock>> lock_whole_vault(const fs::path& vault) {
    auto locks = lock_parts(vault);
    if (locks || locks.error().code != ErrorCode::locked) return locks;
    return Error{ErrorCode::locked,
                 vault.native() + " is in use; first stop the programs that watch it or work on it"};
}

/// The files and folders to copy, by paths relative to the vault. A folder comes before its contents.
struct Contents {
    std::vector<fs::path> folders;
    std::vector<fs::path> files;
    std::vector<std::pair<fs::path, fs::path>> links;  ///< further names of files, with the first name
    std::uint64_t bytes = 0;
};

Result<Contents> list_contents(const fs::path& vault) {
    Contents contents;
    std::map<std::pair<std::uint64_t, std::uint64_t>, fs::path> linked;  // by device and inode
    std::error_code ec;
    fs::recursive_directory_iterator it(vault, ec);
    for (; !ec && it != fs::recursive_directory_iterator(); it.increment(ec)) {
        const auto name = it->path().lexically_relative(vault);
        const auto type = it->symlink_status(ec).type();
        if (ec) break;
        // Skip the catalog: it can be rebuilt, and other processes may be writing to it.
        if (name.native().starts_with(catalog_file({}).native())) continue;
        if (type == fs::file_type::directory) {
            contents.folders.push_back(name);
        } else if (type == fs::file_type::regular) {
            STEPVAULT_ASSIGN(identity, file_identity(it->path()));
            const auto [first, is_first] = linked.try_emplace({identity.device, identity.inode}, name);
            if (!is_first) {
                contents.links.emplace_back(name, first->second);
                continue;
            }
            contents.files.push_back(name);
            contents.bytes += identity.size;
        } else {
            return Error{
                ErrorCode::invalid_argument,
                it->path().native() + " is neither a file nor a folder; take it out of the vault first"};
        }
    }
    if (ec) return failed(ec, "list", vault);
    return contents;
}

constexpr std::string_view scratch_prefix = ".stepvault-move-";

/// A new name for a temporary folder beside `path`.
fs::path scratch_beside(const fs::path& path) {
    return path.parent_path() / (std::string(scratch_prefix) + make_uuid());
}

/// A folder that the destructor removes unless keep() was called.
class Scratch {
 public:
    explicit Scratch(fs::path path) : path_(std::move(path)) {}
    ~Scratch() {
        std::error_code ec;
        if (!path_.empty()) fs::remove_all(path_, ec);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }
    void keep() { path_.clear(); }

 private:
    fs::path path_;
};

/// Copies a vault and compares every file of the copy, read back, with what was written.
Status copy_vault(const fs::path& from, const fs::path& to, const JobContext& job) {
    STEPVAULT_ASSIGN(contents, list_contents(from));
    STEPVAULT_TRY(check_space(to.parent_path(), contents.bytes));
    std::error_code ec;
    const auto rights = [&](const fs::path& folder, fs::perms also) {
        fs::permissions(to / folder, fs::status(from / folder, ec).permissions() | also, ec);
    };
    rights({}, fs::perms::owner_all);
    for (const auto& folder : contents.folders) {
        STEPVAULT_TRY(make_folders(to / folder));
        rights(folder, fs::perms::owner_all);
    }
    Progress progress{.done = 0, .total = 2 * contents.bytes, .item = from.filename().native()};
    for (const auto& name : contents.files) {
        const auto count = [&](std::uint64_t read) {
            progress.done += read;
            job.report(progress);
            return job.check();
        };
        STEPVAULT_TRY(job.check());
        STEPVAULT_ASSIGN(file, File::open_read(from / name));
        STEPVAULT_ASSIGN(copy, copy_file(file, to / name, count));
        STEPVAULT_TRY(copy.file.publish(AtomicFile::Existing::keep));
        STEPVAULT_ASSIGN(written, File::open_read(to / name));
        STEPVAULT_ASSIGN(hash, hash_of_file(written, count));
        if (hash != copy.hash)
            return Error{ErrorCode::corrupt, (to / name).native() + " does not read back as it was written"};
    }
    for (const auto& [name, first] : contents.links) {
        STEPVAULT_TRY(link_or_copy(to / first, to / name));
        STEPVAULT_TRY(sync_folder((to / name).parent_path()));
    }
    // Last, since nothing can be put into a read-only folder.
    for (auto folder = contents.folders.rbegin(); folder != contents.folders.rend(); ++folder)
        rights(*folder, fs::perms::none);
    rights({}, fs::perms::none);
    return {};
}

Status move_by_copy(const fs::path& from, const fs::path& to, const JobContext& job) {
    for (const auto& parent : {to.parent_path(), from.parent_path()})
        remove_unheld(parent, scratch_prefix);
    Scratch scratch(scratch_beside(to));
    STEPVAULT_TRY(make_folders(scratch.path()));
    // May fail: on a file system without locks, other processes cannot remove this folder either.
    const auto held = FileLock::acquire_existing(scratch.path());
    STEPVAULT_TRY(copy_vault(from, scratch.path(), job));
    STEPVAULT_TRY(rename_no_replace(scratch.path(), to));
    scratch.keep();
    STEPVAULT_TRY(sync_folder(to.parent_path()));
    // Rename it before removing it, so that no half-removed vault is found under its name.
    const auto old = scratch_beside(from);
    auto removed = rename_no_replace(from, old);
    const auto& left = removed ? old : from;
    if (removed) removed = sync_folder(from.parent_path());
    std::error_code ec;
    if (removed) fs::remove_all(old, ec);
    if (removed && ec) removed = failed(ec, "remove", old);
    if (removed) return {};
    return Error{removed.error().code, "the vault is in " + to.native() + " now, but " + left.native() +
                                           " stays: " + removed.error().message};
}

}  // namespace

Status move_vault(const fs::path& from, const fs::path& to, const JobContext& job) {
    STEPVAULT_TRY(Vault::open(from, false));
    std::error_code ec;
    const auto source = fs::canonical(from, ec);
    if (ec) return failed(ec, "find", from);
    auto named = fs::absolute(to, ec).lexically_normal();
    if (!named.has_filename()) named = named.parent_path();
    const auto parent = fs::canonical(named.parent_path(), ec);
    if (ec || !fs::is_directory(parent, ec))
        return Error{ErrorCode::not_found,
                     named.parent_path().native() + " does not exist; make that folder first"};
    const auto target = parent / named.filename();
    if (fs::exists(fs::symlink_status(target, ec)))
        return Error{ErrorCode::already_exists,
                     target.native() + " exists already; name a folder that does not exist yet"};
    for (auto above = parent; above.has_relative_path(); above = above.parent_path()) {
        if (above == source)
            return Error{ErrorCode::invalid_argument, target.native() + " lies in the vault itself"};
    }
    STEPVAULT_ASSIGN(locks, lock_whole_vault(source));
    (void)locks;
    STEPVAULT_TRY(job.check());
    const auto moved = rename_no_replace(source, target);
    // The target is on another file system.
    if (!moved && moved.error().code == ErrorCode::io) return move_by_copy(source, target, job);
    STEPVAULT_TRY(moved);
    STEPVAULT_TRY(sync_folder(parent));
    return sync_folder(source.parent_path());
}

}  // namespace stepvault
