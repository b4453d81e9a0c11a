#pragma once

#include "library/services/vault_parts.h"
#include "library/services/watcher.h"

namespace stepvault {

/// Watches with this process and stores in a local vault.
class LocalWatcher : public Watcher {
 public:
    /// `parts` must outlive this object.
    explicit LocalWatcher(VaultParts& parts) : parts_(parts) {}

    Status watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) override;
    Result<std::vector<CheckpointRow>> ingest(const IngestRequest& request, const JobContext& job) override;
    Result<std::vector<BackgroundWatch>> background() override;
    Result<BackgroundWatch> start_background(const WatchOptions& options) override;
    Status stop_background(const std::string& id) override;

 private:
    VaultParts& parts_;
};

}  // namespace stepvault
