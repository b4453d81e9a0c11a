#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/progress.h"
#include "remote/copy/copy_layout.h"
#include "vault/repair/copy_source.h"

namespace stepvault {

/// Copies from a copy of the vault, to repair the vault from; each is compared with its checksum.
class StoreCopies final : public CopySource {
 public:
    /// ErrorCode::not_found if the place holds no copy. A manifest that cannot be read counts as missing.
    static Result<std::unique_ptr<StoreCopies>> open(std::unique_ptr<CopyStore> store, const JobContext& job);

    [[nodiscard]] std::string name() const override { return "the copy in " + store_->name(); }
    Status copy_step(const std::string& run_id, const std::string& checkpoint_id, File& out) const override;
    Status copy_shared_base(std::uint64_t digest, File& out) const override;
    [[nodiscard]] Result<RunRecord> record(const std::string& run_id) const override;

 private:
    StoreCopies(std::unique_ptr<CopyStore> store, CopyManifests manifests, JobContext job);
    /// `file`: null for none.
    Status copy_file(const CopiedFile* file, const std::string& what, File& out) const;
    [[nodiscard]] const CopyManifest* manifest(const std::string& run_id) const;

    std::unique_ptr<CopyStore> store_;
    std::map<std::string, CopyManifest> manifests_;  ///< by run id
    JobContext job_;
};

}  // namespace stepvault
