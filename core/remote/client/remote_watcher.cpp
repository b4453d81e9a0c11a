#include "remote/client/remote_watcher.h"

#include "remote/client/remote_call.h"

namespace stepvault {

Status RemoteWatcher::watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) {
    return call<&Watcher::watch>(link_, options, observer, job);
}

Result<std::vector<CheckpointRow>> RemoteWatcher::ingest(const IngestRequest& request,
                                                         const JobContext& job) {
    return call<&Watcher::ingest>(link_, request, job);
}

Result<std::vector<BackgroundWatch>> RemoteWatcher::background() {
    return call<&Watcher::background>(link_);
}

Result<BackgroundWatch> RemoteWatcher::start_background(const WatchOptions& options) {
    return call<&Watcher::start_background>(link_, options);
}

Status RemoteWatcher::stop_background(const std::string& id) {
    return call<&Watcher::stop_background>(link_, id);
}

}  // namespace stepvault
