#include "library/services/local_watcher.h"

#include <utility>

#include "library/watch/background_arguments.h"
#include "library/watch/background_watch.h"
#include "library/watch/watch_loop.h"
#include "library/write/ingesting.h"

namespace stepvault {

Status LocalWatcher::watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) {
    auto resolved = options;
    STEPVAULT_ASSIGN(folders, absolute_folders(options.roots));
    resolved.roots = std::move(folders);
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

Result<std::vector<BackgroundWatch>> LocalWatcher::background() {
    return list_background(parts_.folder());
}

Result<BackgroundWatch> LocalWatcher::start_background(const WatchOptions& options) {
    return stepvault::start_background(parts_.folder(), options);
}

Status LocalWatcher::stop_background(const std::string& id) {
    return stepvault::stop_background(parts_.folder(), id);
}

}  // namespace stepvault
