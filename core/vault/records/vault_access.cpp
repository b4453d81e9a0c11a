#include "vault/records/vault_access.h"

#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "vault/records/run_record.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

constexpr auto owner_file = fs::perms::owner_read | fs::perms::owner_write;
constexpr auto owner_folder = owner_file | fs::perms::owner_exec;
constexpr auto group_file = owner_file | fs::perms::group_read;
constexpr auto group_folder = owner_folder | fs::perms::group_read | fs::perms::group_exec;

/// Sets the permissions of files and folders of one vault.
class AccessChange {
 public:
    AccessChange(gid_t group, bool shared) : group_(group), shared_(shared) {}

    /// A missing file is no error: another process may have renamed or removed it.
    [[nodiscard]] Status apply(const fs::path& path) const {
        std::error_code ec;
        const auto status = fs::symlink_status(path, ec);
        if (!fs::is_directory(status) && !fs::is_regular_file(status)) return {};
        // Without the group, whom the file belongs to must not matter.
        if (shared_ && ::lchown(path.c_str(), static_cast<uid_t>(-1), group_) != 0 && errno != ENOENT)
            return system_error(errno, "give to the vault's group", path.native());
        const auto wanted = fs::is_directory(status) ? (shared_ ? group_folder : owner_folder)
                                                     : (shared_ ? group_file : owner_file);
        fs::permissions(path, wanted, ec);
        if (!ec || ec == std::errc::no_such_file_or_directory) return {};
        return system_error(ec.value(), "change the access to", path.native());
    }
    /// Applies to a folder and all that is in it. A closed folder is closed before its contents, an opened
    /// one after them.
    [[nodiscard]] Status apply_to_all(const fs::path& folder) const {
        if (!shared_) STEPVAULT_TRY(apply(folder));
        std::vector<fs::path> folders;
        std::error_code ec;
        for (fs::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
            std::error_code none;
            if (fs::is_directory(it->symlink_status(none)))
                folders.push_back(it->path());
            else
                STEPVAULT_TRY(apply(it->path()));
        }
        if (ec && ec != std::errc::no_such_file_or_directory)
            return system_error(ec.value(), "list", folder.native());
        for (const auto& inner : folders)
            STEPVAULT_TRY(apply_to_all(inner));
        return shared_ ? apply(folder) : Status();
    }

 private:
    gid_t group_;
    bool shared_;
};

bool is_private(const fs::path& run_folder) {
    const auto record = RunRecord::read(run_file(run_folder));
    return !record || record->is_private;
}

}  // namespace

bool is_shared(const fs::path& vault) {
    std::error_code ec;
    return (fs::status(vault, ec).permissions() & fs::perms::group_read) != fs::perms::none;
}

Status share_vault(const fs::path& vault, bool shared) {
    struct stat s {};
    if (::stat(vault.c_str(), &s) != 0) return system_error(errno, "examine", vault.native());
    const AccessChange change(s.st_gid, shared);
    const AccessChange closing(s.st_gid, false);
    if (!shared) STEPVAULT_TRY(closing.apply(vault));
    const auto runs = runs_folder(vault);
    bool has_private_run = false;
    std::error_code ec;
    for (fs::directory_iterator it(runs, ec), end; !ec && it != end; it.increment(ec)) {
        const bool closed = is_private(it->path());
        has_private_run |= closed;
        STEPVAULT_TRY((closed ? closing : change).apply_to_all(it->path()));
    }
    if (ec) return system_error(ec.value(), "list", runs.native());
    for (fs::directory_iterator it(vault, ec), end; !ec && it != end; it.increment(ec)) {
        const bool closed = it->path() == trash_folder(vault) ||
                            (has_private_run && it->path().filename().native().starts_with("catalog."));
        STEPVAULT_TRY((closed ? closing : change).apply(it->path()));
    }
    if (ec) return system_error(ec.value(), "list", vault.native());
    STEPVAULT_TRY(change.apply_to_all(watches_folder(vault)));
    // A private run's file may be one of them under a second name.
    if (!shared || !has_private_run) STEPVAULT_TRY(change.apply_to_all(bases_folder(vault)));
    return shared ? change.apply(vault) : Status();
}

Status close_run(const fs::path& run_folder) {
    return AccessChange(0, false).apply_to_all(run_folder);
}

FileAccess access_of_restored(const fs::path& run_folder) {
    return is_private(run_folder) ? FileAccess::owner : FileAccess::by_umask;
}

}  // namespace stepvault
