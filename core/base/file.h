// An open file. Reads and writes by position, so that several threads can use one File at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault {

/// Who may read a new file or folder besides its owner.
enum class FileAccess {
    by_umask,   ///< those whom the umask allows, as with other programs
    of_folder,  ///< the group of its folder where that group may read the folder, else nobody
    owner,      ///< nobody
};

/// Tells two versions of a file apart without reading them.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;        ///< bytes
    std::int64_t modified_ns = 0;  ///< since the epoch
    std::int64_t changed_ns = 0;   ///< ctime, since the epoch

    bool operator==(const FileIdentity&) const = default;
    /// True for the same file with the same bytes, even if its names or permissions have changed since.
    [[nodiscard]] bool has_bytes_of(const FileIdentity& other) const;
    /// False where the file changed so shortly before `now` (in seconds since the epoch) that another change
    /// might leave the same times: file systems store times in units of up to two seconds.
    [[nodiscard]] bool is_settled(double now) const;
};

/// Owns a file descriptor. Continues interrupted and short system calls.
class File {
 public:
    File() = default;
    File(File&& other) noexcept
        : fd_(std::exchange(other.fd_, -1)),
          begin_(other.begin_),
          end_(other.end_),
          path_(std::move(other.path_)) {}
    File& operator=(File&& other) noexcept;
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File();

    static Result<File> open_read(const std::filesystem::path& path);
    /// Opens for reading and writing, and creates a missing file. Does not follow a symbolic link.
    static Result<File> open_write(const std::filesystem::path& path,
                                   FileAccess access = FileAccess::by_umask);
    /// Creates a file; already_exists if the path exists.
    static Result<File> create(const std::filesystem::path& path, FileAccess access = FileAccess::by_umask);

    /// Creates a file of `size` zeros in memory, which disappears with its last descriptor. `path` only names
    /// it.
    static Result<File> in_memory(const std::filesystem::path& path, std::uint64_t size);

    /// Copies the bytes to an unnamed file in `folder`; both files share their disk space until either is
    /// written to. The copy keeps this file's path as its name. ErrorCode::unsupported where the file system
    /// cannot, or `folder` is on another file system.
    [[nodiscard]] Result<File> share_copy(const std::filesystem::path& folder) const;

    /// The `length` bytes from `offset` as a separate read-only file; `path` only names it. The part has the
    /// identity of this file.
    [[nodiscard]] Result<File> part(std::uint64_t offset, std::uint64_t length,
                                    const std::filesystem::path& path) const;

    [[nodiscard]] bool is_open() const { return fd_ >= 0; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return fd_; }

    [[nodiscard]] Result<FileIdentity> identity() const;
    [[nodiscard]] Result<std::uint64_t> size() const;

    /// Fills `out` from `offset`; ErrorCode::changed if the file ends before.
    Status read_exact(std::uint64_t offset, MutableByteView out) const;
    /// Reads up to out.size() bytes; returns the number of bytes read.
    Result<std::size_t> read_some(std::uint64_t offset, MutableByteView out) const;
    Status write_all(std::uint64_t offset, ByteView bytes);
    Status truncate(std::uint64_t size);
    /// Makes the file `size` bytes long, and allocates the space now where the file system can.
    Status reserve(std::uint64_t size);
    Status sync();

 private:
    File(int fd, std::filesystem::path path) : fd_(fd), path_(std::move(path)) {}
    static Result<File> open(const std::filesystem::path& path, int flags, const char* action,
                             FileAccess access = FileAccess::by_umask);

    int fd_ = -1;
    std::uint64_t begin_ = 0;         ///< position of byte 0 in the descriptor's file
    std::uint64_t end_ = UINT64_MAX;  ///< end of a part; UINT64_MAX for a complete file
    std::filesystem::path path_;
};

/// Identity of the file that `path` leads to (links followed).
Result<FileIdentity> file_identity(const std::filesystem::path& path);
/// Reads a complete file; ErrorCode::limit where the file is larger than `most` bytes.
Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t most);
/// fsync of a folder, so that a rename in it survives a power cut.
Status sync_folder(const std::filesystem::path& folder);
/// Creates the folder and its missing parents, each durably.
Status make_folders(const std::filesystem::path& folder, FileAccess access = FileAccess::by_umask);
/// Raises this process's limit of open files to its maximum: a chain or a sharded checkpoint needs hundreds
/// of open files.
void raise_open_file_limit();
/// Bytes that a user may still write on the file system of `path`.
Result<std::uint64_t> free_space(const std::filesystem::path& path);
/// ErrorCode::no_space where `folder`, or its nearest existing parent, has less than `needed` bytes free.
Status check_space(const std::filesystem::path& folder, std::uint64_t needed);

}  // namespace stepvault
