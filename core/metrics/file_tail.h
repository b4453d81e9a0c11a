// Reads what was appended to a file since the last look at it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/file.h"

namespace stepvault {

/// Remembers how far a file was read. A file that shrank, was replaced, or no longer holds the bytes that
/// were read is read anew. Not thread-safe.
class FileTail {
 public:
    class Look;

    explicit FileTail(std::filesystem::path path) : path_(std::move(path)) {}

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Opens the file where the last look ended, or at its start. One look at a time, which this outlives.
    Result<Look> look();

 private:
    [[nodiscard]] Result<bool> continues(const File& file, const FileIdentity& identity) const;
    void remember(ByteView bytes);

    std::filesystem::path path_;
    bool started_ = false;
    std::uint64_t device_ = 0;
    std::uint64_t inode_ = 0;
    std::uint64_t offset_ = 0;  ///< of the first byte not consumed
    std::string head_;          ///< the first bytes consumed
    std::string tail_;          ///< the last bytes before offset_
};

/// The file, open. Memory: the bytes that were not consumed and a block of at most 256 KiB.
class FileTail::Look {
 public:
    Look(Look&& other) noexcept;
    Look(const Look&) = delete;
    Look& operator=(const Look&) = delete;
    Look& operator=(Look&&) = delete;
    ~Look();

    /// What was read in earlier looks is void.
    [[nodiscard]] bool restarted() const { return restarted_; }
    /// Where in the file the next byte to consume lies.
    [[nodiscard]] std::uint64_t offset() const { return tail_->offset_; }
    /// The bytes from offset() on that are at hand: at least `least`, where the file has as many. Valid until
    /// the next peek.
    Result<ByteView> peek(std::size_t least);
    /// Passes over `count` of the bytes that peek gave; what is not consumed comes again, in the next look
    /// too.
    void consume(std::size_t count);

 private:
    friend class FileTail;
    Look(FileTail& tail, File file, std::uint64_t size, bool restarted)
        : tail_(&tail), file_(std::move(file)), size_(size), restarted_(restarted) {}
    void forget_consumed();

    FileTail* tail_;  ///< null once moved from
    File file_;
    std::uint64_t size_;  ///< of the file when it was opened
    bool restarted_;
    Bytes buffer_;
    std::size_t begin_ = 0;  ///< in buffer_: of what is not consumed
    std::size_t end_ = 0;    ///< in buffer_: of what was read
};

}  // namespace stepvault
