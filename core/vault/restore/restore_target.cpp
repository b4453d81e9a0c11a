#include "vault/restore/restore_target.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <set>
#include <system_error>
#include <unistd.h>

#include "base/atomic_file.h"
#include "base/byte_text.h"
#include "base/uuid.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

bool stays_inside(const fs::path& relative) {
    if (relative.empty() || relative.is_absolute() || relative.native().find('\0') != std::string::npos)
        return false;
    return std::none_of(relative.begin(), relative.end(),
                        [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
}

/// Checks that a new output may replace the old one: a file may replace a file, and a folder may replace a
/// folder that holds nothing but files of the same names. `at`: the old output's current place.
Status check_replaceable(const fs::path& output, const fs::path& at, const std::set<fs::path>& files,
                         bool single) {
    std::error_code ec;
    const auto is_file = [](const fs::file_status& status) {
        return fs::is_regular_file(status) || fs::is_symlink(status);
    };
    const auto status = fs::symlink_status(at, ec);
    const bool folder = fs::is_directory(status);
    if (!folder && !is_file(status)) {
        return Error{ErrorCode::invalid_argument,
                     output.native() + " is neither a file nor a folder; choose another output"};
    }
    if (single || !folder) {
        if (single != folder) return {};
        return Error{ErrorCode::invalid_argument,
                     output.native() + (folder ? " is a folder" : " is a file") + "; choose another output"};
    }
    for (fs::recursive_directory_iterator it(at, ec), end; !ec && it != end; it.increment(ec)) {
        const auto name = it->path().lexically_relative(at);
        const auto inner = it->symlink_status(ec);
        if (fs::is_directory(inner) || (files.contains(name) && is_file(inner))) continue;
        return Error{ErrorCode::invalid_argument,
                     output.native() + " also holds " + name.native() + "; choose another output"};
    }
    if (ec) return system_error(ec.value(), "examine", output.native());
    return {};
}

/// Swaps two names. The change is not durable until the folder is synced.
Status exchange(const fs::path& a, const fs::path& b) {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) != 0)
        return system_error(errno, "replace", b.native());
    return {};
}

constexpr std::string_view temporary_prefix = ".svtmp-restore-";

}  // namespace

RestoreTarget::RestoreTarget(RestoreTarget&& other) noexcept
    : output_(std::move(other.output_)),
      temporary_(std::exchange(other.temporary_, fs::path())),
      replace_(other.replace_),
      folder_(other.folder_),
      lock_(std::move(other.lock_)),
      files_(std::move(other.files_)) {}

RestoreTarget::~RestoreTarget() {
    if (temporary_.empty()) return;
    std::error_code ec;
    fs::remove_all(temporary_, ec);
}

Result<RestoreTarget> RestoreTarget::create(const fs::path& output, const std::vector<StoredFile>& files,
                                            bool replace, FileAccess access) {
    constexpr int attempts = 5;
    for (int i = 1;; ++i) {
        auto made = create_once(output, files, replace, access);
        // A concurrent restore may have mistaken the target, not yet locked, for a leftover of a dead
        // process.
        if (made || made.error().code != ErrorCode::locked || i == attempts) return made;
    }
}

Result<RestoreTarget> RestoreTarget::create_once(const fs::path& output, const std::vector<StoredFile>& files,
                                                 bool replace, FileAccess access) {
    std::error_code ec;
    auto absolute = fs::absolute(output, ec).lexically_normal();
    if (!absolute.has_filename()) absolute = absolute.parent_path();
    if (ec || !absolute.has_filename())
        return Error{ErrorCode::invalid_argument,
                     '"' + output.native() + "\" names no file or folder; choose another output"};
    const bool single = files.size() == 1 && files[0].path.empty();
    if (fs::exists(fs::symlink_status(absolute, ec))) {
        if (!replace) {
            return Error{ErrorCode::already_exists,
                         absolute.native() + " exists; choose another output, or replace it with --force"};
        }
        std::set<fs::path> names;
        for (const auto& f : files)
            names.insert(fs::path(f.path));
        STEPVAULT_TRY(check_replaceable(absolute, absolute, names, single));
    }
    STEPVAULT_TRY(make_folders(absolute.parent_path()));
    remove_unheld(absolute.parent_path(), temporary_prefix);
    std::uint64_t needed = 0;
    for (const auto& f : files)
        needed += f.size;
    STEPVAULT_TRY(check_space(absolute.parent_path(), needed));
    const auto temporary = absolute.parent_path() / (std::string(temporary_prefix) + make_uuid());
    RestoreTarget target(absolute, temporary, replace, access);
    target.folder_ = !single;
    const auto hold = [&target]() -> Status {
        auto lock = FileLock::acquire_existing(target.temporary_);
        if (lock) target.lock_ = std::move(*lock);
        if (!lock && lock.error().code == ErrorCode::not_found)
            return Error{ErrorCode::locked, target.temporary_.native() + " was removed; try again"};
        // Without locks in the file system, other processes remove nothing either.
        return lock || lock.error().code != ErrorCode::locked ? Status() : lock.error();
    };
    if (!single) {
        STEPVAULT_TRY(make_folders(target.temporary_, access));
        STEPVAULT_TRY(hold());
    }
    for (const auto& f : files) {
        auto path = target.temporary_;
        if (!single) {
            if (!stays_inside(f.path)) {
                return Error{ErrorCode::corrupt,
                             "the step file names a file outside of its folder: " + f.path};
            }
            path /= f.path;
            STEPVAULT_TRY(make_folders(path.parent_path(), access));
        }
        STEPVAULT_ASSIGN(file, File::create(path, access));
        target.files_.push_back(std::move(file));
        if (single) STEPVAULT_TRY(hold());
        STEPVAULT_TRY(target.files_.back().reserve(f.size));
    }
    return target;
}

Result<File> RestoreTarget::scratch(std::uint64_t size) const {
    STEPVAULT_TRY(check_space(output_.parent_path(), size));
    const auto place = temporary_sibling(output_);
    STEPVAULT_ASSIGN(file, File::create(place, access_));
    if (::unlink(file.path().c_str()) != 0) return system_error(errno, "remove", file.path().native());
    STEPVAULT_TRY(file.reserve(size));
    return std::move(file);
}

Status RestoreTarget::publish() {
    std::set<fs::path> folders;
    std::set<fs::path> names;
    for (auto& f : files_) {
        STEPVAULT_TRY(f.sync());
        folders.insert(f.path().parent_path());
        names.insert(f.path().lexically_relative(temporary_));
    }
    for (const auto& folder : folders)
        STEPVAULT_TRY(sync_folder(folder));
    auto status = rename_no_replace(temporary_, output_);
    if (!status && status.error().code == ErrorCode::already_exists && replace_) {
        // At every moment the name refers to either the old or the new output.
        if (!folder_) {
            if (::rename(temporary_.c_str(), output_.c_str()) != 0)
                return system_error(errno, "replace", output_.native());
        } else {
            STEPVAULT_TRY(exchange(temporary_, output_));
            // Other processes may have put something there since the restore began.
            if (const auto still = check_replaceable(output_, temporary_, names, false); !still) {
                const auto back = exchange(temporary_, output_);
                if (back) return still.error();
                // Keep the old output under a name that the next restore does not remove.
                auto kept = fs::path(output_.native() + "-replaced");
                if (!rename_no_replace(temporary_, kept)) kept = temporary_;
                temporary_.clear();
                return Error{back.error().code,
                             still.error().message + "; the old output is in " + kept.native()};
            }
        }
        std::error_code ec;
        fs::remove_all(temporary_, ec);
        status = {};
    }
    STEPVAULT_TRY(status);
    temporary_.clear();
    return sync_folder(output_.parent_path());
}

}  // namespace stepvault
