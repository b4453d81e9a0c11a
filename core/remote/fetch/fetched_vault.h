#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "base/file_lock.h"
#include "base/progress.h"
#include "remote/fetch/file_source.h"

namespace stepvault {

/// A vault in a cache folder that holds only the files that were fetched from elsewhere, to restore from them
/// with the functions for vaults. Its owner alone may read it. While an object exists, no process removes
/// files from the folder. Several processes may fetch into one folder at once. Not thread-safe.
class FetchedVault {
 public:
    /// The folder for a source: $XDG_CACHE_HOME/stepvault/fetched/<checksum of its name>. Empty if the user
    /// has no cache folder.
    static std::filesystem::path folder_for(std::string_view source_name);

    /// Opens the folder, or makes it. `most_bytes`: step files beyond this are removed, those longest unused
    /// first, now and when this object goes; nullopt: a tenth of the disk space that is free or taken by the
    /// folder. ErrorCode::invalid_argument for an empty name.
    static Result<FetchedVault> open(std::filesystem::path folder,
                                     std::optional<std::uint64_t> most_bytes = {});
    FetchedVault(FetchedVault&& other) noexcept = default;
    FetchedVault& operator=(FetchedVault&&) = delete;
    ~FetchedVault();

    /// A vault for Vault::open().
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    /// Makes the files exist in the folder in these versions. Files that are there already are read and
    /// checked, the others fetched, from where an interrupted fetch ended. A file gets its name only after
    /// its content was checked. ErrorCode::corrupt if the source gives another content, invalid_argument for
    /// a path that leaves the folder or a content that has no name, no_space, cancelled, and the errors of
    /// the source. Progress counts the bytes fetched.
    Status fetch(std::span<const FetchFile> files, FileSource& source, const JobContext& job);

 private:
    FetchedVault(std::filesystem::path folder, std::uint64_t most_bytes, FileLock in_use)
        : folder_(std::move(folder)), most_bytes_(most_bytes), in_use_(std::move(in_use)) {}
    Status fetch_one(const FetchFile& file, FileSource& source, const JobContext& job);

    std::filesystem::path folder_;
    std::uint64_t most_bytes_;
    std::optional<FileLock> in_use_;
};

}  // namespace stepvault
