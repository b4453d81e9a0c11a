#pragma once

#include "library/services/watcher.h"
#include "remote/client/link.h"

namespace stepvault {

/// The watcher of a vault on another machine. Every function also returns ErrorCode::io without a connection.
class RemoteWatcher : public Watcher {
 public:
    /// `link` must outlive this object.
    explicit RemoteWatcher(Link& link) : link_(link) {}

    Status watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) override;
    Result<std::vector<CheckpointRow>> ingest(const IngestRequest& request, const JobContext& job) override;
    Result<std::vector<BackgroundWatch>> background() override;
    Result<BackgroundWatch> start_background(const WatchOptions& options) override;
    Status stop_background(const std::string& id) override;

 private:
    Link& link_;
};

}  // namespace stepvault
