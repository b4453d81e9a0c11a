// Reads the bytes appended to a file since the last read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/file.h"

namespace stepvault {

/// Remembers how much of a file has been read. Starts again where the file shrank, was replaced, or no longer
/// contains the bytes that were read. Not thread-safe.
class FileTail {
 public:
    class Look;

    explicit FileTail(std::filesystem::path path) : path_(std::move(path)) {}

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Opens the file where the last look ended, or at its start. Only one look may exist at a time; this
    /// object must outlive it.
    Result<Look> look();

 private:
    [[nodiscard]] Result<bool> continues(const File& file, const FileIdentity& identity) const;
    void remember(ByteView bytes);

    std::filesystem::path path_;
    bool started_ = false;
    std::uint64_t device_ = 0;
    std::uint64_t inode_ = 0;
    std::uint64_t offset_ = 0;  ///< of the first byte that is not consumed
    std::string head_;          ///< the first bytes consumed
    std::string tail_;          ///< the last bytes before offset_
};

/// The opened file. Memory: the bytes not consumed, and a block of at most 256 KiB.
class FileTail::Look {
 public:
    Look(Look&& other) noexcept;
    Look(const Look&) = delete;
    Look& operator=(const Look&) = delete;
    Look& operator=(Look&&) = delete;
    ~Look();

    /// True where the results of earlier looks are void.
    [[nodiscard]] bool restarted() const { return restarted_; }
    /// Position in the file of the next byte to consume.
    [[nodiscard]] std::uint64_t offset() const { return tail_->offset_; }
    /// The buffered bytes from offset() on: at least `least`, if the file has that many. Valid until the next
    /// peek.
    Result<ByteView> peek(std::size_t least);
    /// Consumes `count` of the bytes from peek(). Later peeks return the rest again, also in the next look.
    void consume(std::size_t count);

 private:
    friend class FileTail;
    Look(FileTail& tail, File file, std::uint64_t size, bool restarted)
        : tail_(&tail), file_(std::move(file)), size_(size), restarted_(restarted) {}
    void forget_consumed();

    FileTail* tail_;  ///< null once moved from
    File file_;
    std::uint64_t size_;  ///< size of the file when it was opened
    bool restarted_;
    Bytes buffer_;
    std::size_t begin_ = 0;  ///< in buffer_: start of the bytes not consumed
    std::size_t end_ = 0;    ///< in buffer_: end of the bytes read
};

}  // namespace stepvault
