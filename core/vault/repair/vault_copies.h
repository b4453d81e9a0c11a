#pragma once

#include <filesystem>

#include "vault/repair/copy_source.h"

namespace stepvault {

/// Copies from another copy of the vault, such as a backup, which is never changed.
class VaultCopies final : public CopySource {
 public:
    explicit VaultCopies(std::filesystem::path vault) : vault_(std::move(vault)) {}

    [[nodiscard]] std::string name() const override;
    Status copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const override;
    Status copy_shared_base(std::uint64_t digest, File& out) const override;
    [[nodiscard]] Result<RunRecord> record(const std::string& run_id) const override;

 private:
    std::filesystem::path vault_;
};

}  // namespace stepvault
