#pragma once

#include <filesystem>

#include "remote/copy/copy_store.h"

namespace stepvault {

/// The absolute path of a folder for a copy, which need not exist. ErrorCode::invalid_argument for a place
/// that is not a folder.
Result<std::filesystem::path> folder_of_copy(const std::filesystem::path& place);

/// A copy in a folder. Its files are the owner's alone, as the copy may hold private runs.
class FolderStore final : public CopyStore {
 public:
    /// `folder`: absolute; made by the first put.
    explicit FolderStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::string name() const override { return folder_.native(); }
    /// Also removes files that killed processes left a day ago or earlier.
    Result<std::vector<Object>> list(std::string_view prefix, const JobContext& job) override;
    Status get(const std::string& key, std::uint64_t offset, const Sink& sink,
               const JobContext& job) override;
    Status put(const std::string& key, const File& file, std::uint64_t bytes, const JobContext& job) override;
    Status put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) override;
    Status remove(const std::string& key, const JobContext& job) override;

 private:
    std::filesystem::path folder_;
};

}  // namespace stepvault
