#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "library/services/vault_parts.h"
#include "remote/fetch/file_source.h"

namespace stepvault {

/// The files of a local vault that another machine needs to restore a step there. Thread-safe.
class StoredFiles {
 public:
    /// Bytes that piece() returns at most.
    static constexpr std::uint64_t largest_piece = std::uint64_t{4} << 20;

    /// `parts` must outlive this object.
    explicit StoredFiles(VaultParts& parts) : parts_(parts) {}

    /// The record of the run, and the step files of the checkpoint's chain with their contents. Reads files
    /// that have changed since they were named. Progress counts the bytes read. ErrorCode::not_found,
    /// corrupt, io, cancelled.
    Result<std::vector<FetchFile>> chain_files(const std::string& run_id, const std::string& checkpoint_id,
                                               const JobContext& job);
    /// At most `bytes` bytes of a file from `offset` on. ErrorCode::not_found for a file that chain_files()
    /// has not named, or that has changed since.
    Result<Bytes> piece(const std::string& path, std::uint64_t offset, std::uint64_t bytes,
                        const JobContext& job);

 private:
    struct Named {
        FileIdentity version;
        ContentName content;
    };

    Result<FetchFile> name(const std::filesystem::path& file, const JobContext& job);

    VaultParts& parts_;
    std::mutex mutex_;
    std::map<std::string, Named> named_;  ///< by path
};

}  // namespace stepvault
