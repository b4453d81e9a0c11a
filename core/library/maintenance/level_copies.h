#pragma once

#include <filesystem>
#include <vector>

#include "vault/repair/copy_source.h"

namespace stepvault {

/// Copies of steps that the nodes of a cluster keep on storage levels 1 to 3 (partition/levels.h).
class LevelCopies final : public CopySource {
 public:
    /// `nodes`: the nodes' folders.
    LevelCopies(std::filesystem::path where, std::vector<std::filesystem::path> nodes)
        : where_(std::move(where)), nodes_(std::move(nodes)) {}

    [[nodiscard]] std::string name() const override;
    Status copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const override;
    /// Always ErrorCode::not_found: steps of levels lean on no shared base.
    Status copy_shared_base(std::uint64_t digest, File& out) const override;
    /// Always ErrorCode::not_found: levels keep no records.
    [[nodiscard]] Result<RunRecord> record(const std::string& run_id) const override;

 private:
    std::filesystem::path where_;
    std::vector<std::filesystem::path> nodes_;
};

}  // namespace stepvault
