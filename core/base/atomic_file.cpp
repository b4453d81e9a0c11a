#include "base/atomic_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "base/uuid.h"

namespace stepvault {

namespace {

constexpr std::string_view temporary_prefix = ".svtmp-";

}  // namespace

bool is_temporary_name(std::string_view file_name) {
    return file_name.starts_with(temporary_prefix);
}

std::filesystem::path temporary_sibling(const std::filesystem::path& target) {
    // Not derived from the target's name, which may already be as long as the file system allows.
    return target.parent_path() / (std::string(temporary_prefix) + make_uuid());
}

std::string mask_temporary_names(std::string_view text) {
    std::string masked;
    while (!text.empty()) {
        const auto at = text.find(temporary_prefix);
        const auto end = at == std::string_view::npos ? text.size() : at + temporary_prefix.size();
        masked += text.substr(0, end);
        text.remove_prefix(end);
        if (at == std::string_view::npos) break;
        text.remove_prefix(std::min(text.find_first_not_of("0123456789abcdef-"), text.size()));
    }
    return masked;
}

void remove_left_behind(const std::filesystem::path& folder) {
    std::error_code ec;
    std::vector<std::filesystem::path> left;
    for (std::filesystem::directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec)) {
        if (is_temporary_name(it->path().filename().native())) left.push_back(it->path());
    }
    for (const auto& path : left)
        std::filesystem::remove_all(path, ec);
}

Status exchange_names(const std::filesystem::path& a, const std::filesystem::path& b) {
    if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) != 0) {
        if (errno != EINVAL && errno != ENOSYS) return system_error(errno, "exchange", b.native());
        return Error{ErrorCode::unsupported, b.native() + ": this file system cannot exchange two names"};
    }
    STEPVAULT_TRY(sync_folder(b.parent_path()));
    return sync_folder(a.parent_path());
}

Status rename_no_replace(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return {};
    if (errno != EINVAL && errno != ENOSYS) return system_error(errno, "create", to.native());
    // For file systems without RENAME_NOREPLACE: link() refuses an existing name for files; folders get a
    // check.
    if (::link(from.c_str(), to.c_str()) == 0) {
        ::unlink(from.c_str());
        return {};
    }
    if (errno == EEXIST) return system_error(EEXIST, "create", to.native());
    std::error_code ec;
    if (std::filesystem::exists(std::filesystem::symlink_status(to, ec)))
        return system_error(EEXIST, "create", to.native());
    if (::rename(from.c_str(), to.c_str()) != 0) return system_error(errno, "create", to.native());
    return {};
}

AtomicFile::~AtomicFile() {
    if (file_.is_open()) ::unlink(file_.path().c_str());
}

Result<AtomicFile> AtomicFile::create(const std::filesystem::path& target, FileAccess access) {
    STEPVAULT_ASSIGN(file, File::create(temporary_sibling(target), access));
    return AtomicFile(std::move(file), target);
}

Status AtomicFile::publish(Existing existing) {
    STEPVAULT_TRY(file_.sync());
    if (existing == Existing::keep) {
        STEPVAULT_TRY(rename_no_replace(file_.path(), target_));
    } else if (::rename(file_.path().c_str(), target_.c_str()) != 0) {
        return system_error(errno, "create", target_.native());
    }
    file_ = File();
    auto status = sync_folder(target_.has_parent_path() ? target_.parent_path() : ".");
    // A retry after a reported failure must not find the file, or the caller would have it twice.
    if (!status && existing == Existing::keep) ::unlink(target_.c_str());
    return status;
}

Status write_file_atomically(const std::filesystem::path& target, ByteView bytes, FileAccess access) {
    STEPVAULT_ASSIGN(atomic, AtomicFile::create(target, access));
    STEPVAULT_TRY(atomic.file().write_all(0, bytes));
    return atomic.publish(AtomicFile::Existing::replace);
}

Status set_aside(const std::filesystem::path& file) {
    for (int n = 1;; ++n) {
        auto aside = file;
        aside += ".damaged-" + std::to_string(n);
        auto moved = rename_no_replace(file, aside);
        if (moved || moved.error().code != ErrorCode::already_exists) return moved;
    }
}

}  // namespace stepvault
