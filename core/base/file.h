// An open file. Reads and writes by position, so that one File serves several threads at once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault {

/// What tells two versions of a file apart without reading them.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;        ///< bytes
    std::int64_t modified_ns = 0;  ///< since the epoch
    std::int64_t changed_ns = 0;   ///< ctime, since the epoch

    bool operator==(const FileIdentity&) const = default;
    /// Of the same file with the same bytes, whatever names and rights it has got or lost since.
    [[nodiscard]] bool has_bytes_of(const FileIdentity& other) const;
    /// False where it changed so shortly before `now`, in seconds since the epoch, that one more change might
    /// leave the same times: file systems keep them in steps of up to two seconds.
    [[nodiscard]] bool is_settled(double now) const;
};

/// Owns a descriptor. Interrupted and short system calls are continued.
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
    /// Reading and writing, made if missing, with those of `rights` that the umask leaves; no link is
    /// followed.
    static Result<File> open_write(const std::filesystem::path& path, std::uint32_t rights = 0666);
    /// already_exists if there is one.
    static Result<File> create(const std::filesystem::path& path, std::uint32_t rights = 0666);

    /// Of `size` zeros, in memory where it is not zero; gone with the last descriptor. `path` is only what it
    /// is called.
    static Result<File> in_memory(const std::filesystem::path& path, std::uint64_t size);

    /// The same bytes in a file without a name in `folder`, sharing their place on the disk until one of the
    /// two is written to; it keeps the path it is called by. ErrorCode::unsupported where the file system
    /// cannot, or `folder` is on another one.
    [[nodiscard]] Result<File> share_copy(const std::filesystem::path& folder) const;

    /// The `length` bytes from `offset` as a file of their own, to read only; `path` is only what it is
    /// called. They lie in this file, whose identity the part has.
    [[nodiscard]] Result<File> part(std::uint64_t offset, std::uint64_t length,
                                    const std::filesystem::path& path) const;

    [[nodiscard]] bool is_open() const { return fd_ >= 0; }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] int descriptor() const { return fd_; }

    [[nodiscard]] Result<FileIdentity> identity() const;
    [[nodiscard]] Result<std::uint64_t> size() const;

    /// Fills `out` from `offset`; a file that ends before is ErrorCode::changed.
    Status read_exact(std::uint64_t offset, MutableByteView out) const;
    /// Reads up to out.size() bytes; returns how many there were.
    Result<std::size_t> read_some(std::uint64_t offset, MutableByteView out) const;
    Status write_all(std::uint64_t offset, ByteView bytes);
    Status truncate(std::uint64_t size);
    /// Makes it `size` bytes long, with their space taken up now where the file system can.
    Status reserve(std::uint64_t size);
    Status sync();

 private:
    File(int fd, std::filesystem::path path) : fd_(fd), path_(std::move(path)) {}
    static Result<File> open(const std::filesystem::path& path, int flags, const char* action,
                             std::uint32_t rights = 0);

    int fd_ = -1;
    std::uint64_t begin_ = 0;         ///< where byte 0 lies
    std::uint64_t end_ = UINT64_MAX;  ///< of a part; a whole file ends where it ends
    std::filesystem::path path_;
};

/// Identity of what `path` leads to (links followed).
Result<FileIdentity> file_identity(const std::filesystem::path& path);
/// The whole file; ErrorCode::limit where it is larger than `most` bytes.
Result<Bytes> read_file(const std::filesystem::path& path, std::uint64_t most);
/// fsync of a folder, so that a rename in it survives a power cut.
Status sync_folder(const std::filesystem::path& folder);
/// Makes the folder, and those above it that are missing, each durably.
Status make_folders(const std::filesystem::path& folder);
/// Lets this process open as many files as it may: a chain or a sharded checkpoint holds hundreds open at
/// once.
void raise_open_file_limit();
/// Bytes a user may still write on the file system that holds `path`.
Result<std::uint64_t> free_space(const std::filesystem::path& path);
/// ErrorCode::no_space where `folder`, or the nearest above that is there, has less than `needed` bytes free.
Status check_space(const std::filesystem::path& folder, std::uint64_t needed);

}  // namespace stepvault
