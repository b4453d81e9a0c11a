#include "library/services/local_watcher.h"

#include <system_error>

#include "library/watch/watch_loop.h"
#include "library/write/ingesting.h"

namespace stepvault {

Status LocalWatcher::watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) {
    auto resolved = options;
    for (auto& root : resolved.roots) {
        std::error_code ec;
        auto absolute = std::filesystem::absolute(root, ec);
        if (ec) return system_error(ec.value(), "watch", root.native());
        root = absolute.has_filename() || !absolute.has_relative_path() ? absolute : absolute.parent_path();
    }
    // A process that goes on watching will want each run's state again.
    if (!options.once) parts_.tips->set_place(TipStore::Place::memory);
    return WatchLoop(parts_.vault, parts_.leases, *parts_.catalog, parts_.open_metrics, std::move(resolved),
                     observer)
        .run(job);
}

Result<std::vector<CheckpointRow>> LocalWatcher::ingest(const IngestRequest& request, const JobContext& job) {
    SingleProcess alone;
    return stepvault::ingest(parts_.vault, parts_.leases, request, {alone}, nullptr, job);
}

}  // namespace stepvault
