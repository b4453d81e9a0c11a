// A file that appears complete or not at all: temporary name in the same folder, fsync, rename, fsync of the
// folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.h"

namespace stepvault {

/// The destructor removes the temporary file unless publish() succeeded. A killed process leaves only a file
/// for whose name is_temporary_name() holds.
class AtomicFile {
 public:
    AtomicFile(AtomicFile&& other) noexcept = default;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    static Result<AtomicFile> create(const std::filesystem::path& target,
                                     FileAccess access = FileAccess::by_umask);

    File& file() { return file_; }

    enum class Existing { keep, replace };
    /// After success the target is durable under its name. With Existing::keep, an existing target is
    /// ErrorCode::already_exists, and after a failure no target exists that did not exist before.
    Status publish(Existing existing);

 private:
    AtomicFile(File file, std::filesystem::path target)
        : file_(std::move(file)), target_(std::move(target)) {}

    File file_;
    std::filesystem::path target_;
};

/// Publishes `bytes` as `target`, replacing an existing file.
Status write_file_atomically(const std::filesystem::path& target, ByteView bytes,
                             FileAccess access = FileAccess::by_umask);

/// A name beside `target` that no other process uses, and that is_temporary_name() recognizes.
std::filesystem::path temporary_sibling(const std::filesystem::path& target);
bool is_temporary_name(std::string_view file_name);
/// Replaces the distinguishing part of temporary names in `text`, so that the same failure of two attempts
/// gives equal texts.
std::string mask_temporary_names(std::string_view text);
/// Removes files that killed processes left in `folder` under temporary names. The caller must hold the
/// folder's lock.
void remove_left_behind(const std::filesystem::path& folder);

/// Swaps the files behind two paths of one file system, durably and atomically. ErrorCode::unsupported where
/// the file system cannot.
Status exchange_names(const std::filesystem::path& a, const std::filesystem::path& b);

/// Renames without ever replacing; already_exists if `to` exists. Works for folders too.
Status rename_no_replace(const std::filesystem::path& from, const std::filesystem::path& to);
/// Renames a damaged file to the next free name `<file>.damaged-<n>`, which nothing reads.
Status set_aside(const std::filesystem::path& file);

}  // namespace stepvault
