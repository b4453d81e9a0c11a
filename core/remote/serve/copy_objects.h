#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "remote/copy/folder_store.h"
#include "remote/serve/object_upload.h"

namespace stepvault {

/// A part of an object in a copy.
struct ObjectPiece {
    Bytes bytes;
    std::uint64_t object_bytes = 0;
    std::int64_t version = 0;  ///< the same for all pieces of the same object
};

/// An upload that has begun.
struct BegunUpload {
    std::uint64_t upload = 0;         ///< its number
    std::uint64_t present_bytes = 0;  ///< that are there already, from an interrupted upload
    bool stays = false;               ///< false: an interruption loses the bytes, since another upload of the
                                      ///< same content is under way
};

/// The objects of a copy in a folder, for another machine; see CopyStore for their keys. Thread-safe.
class CopyObjects {
 public:
    /// Bytes that piece() returns at most.
    static constexpr std::uint64_t largest_piece = std::uint64_t{4} << 20;
    /// Uploads at the same time.
    static constexpr std::size_t most_uploads = 16;

    /// `folder`: absolute; made by the first object. Removes what uploads left there a week ago.
    explicit CopyObjects(std::filesystem::path folder);

    [[nodiscard]] const std::filesystem::path& folder() const { return store_.folder(); }

    Result<std::vector<CopyStore::Object>> list(const std::string& prefix, const JobContext& job);
    /// See CopyStore::content().
    Result<ContentName> content(const std::string& key, std::uint64_t expected_bytes, const JobContext& job);
    /// At most `bytes` bytes of an object from `offset` on. ErrorCode::not_found.
    Result<ObjectPiece> piece(const std::string& key, std::uint64_t offset, std::uint64_t bytes,
                              const JobContext& job);
    /// Stores an object in one request, and replaces an existing one.
    Status put(const std::string& key, const Bytes& bytes, const JobContext& job);
    /// Begins to receive an object with that content. ErrorCode::limit while there are too many.
    Result<BegunUpload> begin(const std::string& key, const ContentName& content, const JobContext& job);
    /// See ObjectUpload. ErrorCode::not_found for an upload that has ended.
    Status write(std::uint64_t upload, std::uint64_t offset, const Bytes& bytes, const JobContext& job);
    /// Ends the upload; see ObjectUpload.
    Status finish(std::uint64_t upload, const JobContext& job);
    /// Ends the upload; its bytes stay for a later one.
    Status abandon(std::uint64_t upload);
    Status remove(const std::string& key, const JobContext& job);

 private:
    std::shared_ptr<ObjectUpload> find(std::uint64_t upload);

    FolderStore store_;
    std::mutex mutex_;
    std::uint64_t last_ = 0;
    std::map<std::uint64_t, std::shared_ptr<ObjectUpload>> uploads_;
};

}  // namespace stepvault
