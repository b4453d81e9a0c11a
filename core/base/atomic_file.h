// A file that appears whole or not at all: temporary name in the same folder, fsync, rename, fsync of the
// folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/file.h"

namespace stepvault {

/// Unless published, the temporary file is removed by the destructor. A killed process leaves only a name for
/// which is_temporary_name() holds.
class AtomicFile {
 public:
    AtomicFile(AtomicFile&& other) noexcept = default;
    AtomicFile& operator=(AtomicFile&&) = delete;
    ~AtomicFile();

    /// `rights`: those that the umask leaves of them; see rights_like().
    static Result<AtomicFile> create(const std::filesystem::path& target, std::uint32_t rights = 0666);

    File& file() { return file_; }

    enum class Existing { keep, replace };
    /// After success the target is durable under its name. With Existing::keep an existing target is
    /// already_exists, and after any failure there is none that was not there before.
    Status publish(Existing existing);

 private:
    AtomicFile(File file, std::filesystem::path target)
        : file_(std::move(file)), target_(std::move(target)) {}

    File file_;
    std::filesystem::path target_;
};

/// Publishes `bytes` as `target`, replacing what was there.
Status write_file_atomically(const std::filesystem::path& target, ByteView bytes);

/// A name beside `target` that no other process uses, and that is_temporary_name() recognizes.
std::filesystem::path temporary_sibling(const std::filesystem::path& target);
bool is_temporary_name(std::string_view file_name);
/// The text without what tells its temporary names apart: equal for the same failure of two attempts.
std::string mask_temporary_names(std::string_view text);
/// Removes what killed processes left in `folder` under temporary names. Only for who holds the folder's
/// lock.
void remove_left_behind(const std::filesystem::path& folder);

/// Exchanges what two paths of one file system name, durably and at once. ErrorCode::unsupported where the
/// file system cannot.
Status exchange_names(const std::filesystem::path& a, const std::filesystem::path& b);

/// Renames without ever replacing; already_exists if `to` is there. Works for folders too.
Status rename_no_replace(const std::filesystem::path& from, const std::filesystem::path& to);
/// Gives a damaged file the next free name of `<file>.damaged-<n>`, which nothing reads.
Status set_aside(const std::filesystem::path& file);

}  // namespace stepvault
