#include "vault/restore_target.h"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>

#include "base/atomic_file.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

bool stays_inside(const fs::path& relative) {
    if (relative.empty() || relative.is_absolute() || relative.native().find('\0') != std::string::npos) return false;
    return std::none_of(relative.begin(), relative.end(), [](const fs::path& part) { return part == ".." || part == "." || part.empty(); });
}

Status reserve(File& file, std::uint64_t size) {
    if (size == 0) return {};
    const int failed = ::posix_fallocate(file.descriptor(), 0, static_cast<off_t>(size));
    if (failed == 0) return {};
    if (failed == EOPNOTSUPP || failed == EINVAL) return file.truncate(size);
    return system_error(failed, "write", file.path().native());
}

Status make_folders(const fs::path& folder) {
    std::error_code ec;
    fs::create_directories(folder, ec);
    if (ec) return system_error(ec.value(), "create folder", folder.native());
    return {};
}

Status check_space(const fs::path& folder, std::uint64_t needed) {
    const auto available = free_space(folder);
    if (!available || *available >= needed) return {};
    return Error{ErrorCode::no_space, "not enough space in " + folder.native() + ": needs " + std::to_string(needed) +
                                          " bytes, has " + std::to_string(*available)};
}

}  // namespace

RestoreTarget::RestoreTarget(RestoreTarget&& other) noexcept
    : output_(std::move(other.output_)),
      temporary_(std::exchange(other.temporary_, fs::path())),
      replace_(other.replace_),
      files_(std::move(other.files_)) {}

RestoreTarget::~RestoreTarget() {
    if (temporary_.empty()) return;
    std::error_code ec;
    fs::remove_all(temporary_, ec);
}

Result<RestoreTarget> RestoreTarget::create(const fs::path& output, const StepLayout& layout, bool replace) {
    std::error_code ec;
    auto absolute = fs::absolute(output, ec).lexically_normal();
    if (!absolute.has_filename()) absolute = absolute.parent_path();
    if (ec || !absolute.has_filename()) return Error{ErrorCode::invalid_argument, "cannot restore to " + output.native()};
    if (!replace && fs::exists(fs::symlink_status(absolute, ec))) {
        return Error{ErrorCode::already_exists, absolute.native() + " exists; choose another output, or replace it with --force"};
    }
    STEPVAULT_TRY(make_folders(absolute.parent_path()));
    STEPVAULT_TRY(check_space(absolute.parent_path(), layout.total_bytes()));
    RestoreTarget target(absolute, temporary_sibling(absolute), replace);
    const bool single = layout.files.size() == 1 && layout.files[0].path.empty();
    if (!single) STEPVAULT_TRY(make_folders(target.temporary_));
    for (const auto& f : layout.files) {
        auto path = target.temporary_;
        if (!single) {
            if (!stays_inside(f.path)) {
                return Error{ErrorCode::corrupt, "the step file names a file outside of its folder: " + f.path};
            }
            path /= f.path;
            STEPVAULT_TRY(make_folders(path.parent_path()));
        }
        STEPVAULT_ASSIGN(file, File::create(path));
        target.files_.push_back(std::move(file));
        STEPVAULT_TRY(reserve(target.files_.back(), f.size));
    }
    return target;
}

Status RestoreTarget::publish() {
    std::set<fs::path> folders;
    for (auto& f : files_) {
        STEPVAULT_TRY(f.sync());
        folders.insert(f.path().parent_path());
    }
    for (const auto& folder : folders) STEPVAULT_TRY(sync_folder(folder));
    auto status = rename_no_replace(temporary_, output_);
    if (!status && status.error().code == ErrorCode::already_exists && replace_) {
        // Swapped, so that at every moment one of the two is there under the name.
        if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, output_.c_str(), RENAME_EXCHANGE) != 0) {
            return system_error(errno, "replace", output_.native());
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
