#pragma once

#include <filesystem>
#include <optional>

#include "base/file.h"
#include "base/file_lock.h"
#include "base/progress.h"
#include "base/xxh3_wide.h"
#include "remote/fetch/content_name.h"

namespace stepvault {

/// A file that is being received, and that stays if that is interrupted. Not thread-safe.
class PartialFile {
 public:
    /// Opens the file for that content in `folder`, with the bytes that an earlier try has left. While
    /// another process receives the same content, a new file, which does not stay.
    static Result<PartialFile> open(const std::filesystem::path& folder, const ContentName& content,
                                    const JobContext& job);
    PartialFile(PartialFile&& other) noexcept = default;
    PartialFile& operator=(PartialFile&&) = delete;
    ~PartialFile();

    [[nodiscard]] const ContentName& content() const { return content_; }

    /// False for a file that does not stay.
    [[nodiscard]] bool stays() const { return lock_.has_value(); }
    /// Number of bytes that are there.
    [[nodiscard]] std::uint64_t size() const { return size_; }
    /// Appends bytes. ErrorCode::corrupt beyond the content's size.
    Status append(ByteView bytes);
    /// True if the file has exactly the content.
    [[nodiscard]] bool is_whole() const { return size_ == content_.bytes && hash_.digest() == content_.hash; }
    /// Drops all bytes.
    Status clear();
    /// Gives the file, which must be whole, its name. Replaces an existing one.
    Status publish(const std::filesystem::path& target);
    /// Removes the file.
    void remove();

 private:
    PartialFile(File file, std::optional<FileLock> lock, ContentName content)
        : file_(std::move(file)), lock_(std::move(lock)), content_(std::move(content)) {}
    Status read_present(const JobContext& job);

    File file_;
    std::optional<FileLock> lock_;
    ContentName content_;
    Xxh3Wide hash_;
    std::uint64_t size_ = 0;
};

}  // namespace stepvault
