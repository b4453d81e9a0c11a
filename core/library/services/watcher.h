#pragma once

#include <string>
#include <vector>

#include "base/progress.h"
#include "library/catalog/catalog.h"
#include "library/watch/background_record.h"
#include "library/watch/watch_event.h"
#include "library/write/ingest_request.h"

namespace stepvault {

/// Stores the checkpoints and metrics of training runs. Thread-safe.
class Watcher {
 public:
    virtual ~Watcher() = default;

    /// Returns when stopped (without an error), or after one round with `once`. A folder that cannot be read
    /// and a run that fails are reported and stop no other; with `once`, the first of these errors is
    /// returned in the end.
    virtual Status watch(const WatchOptions& options, WatchObserver& observer, const JobContext& job) = 0;
    /// Stores the checkpoints at the given paths, and returns their rows.
    virtual Result<std::vector<CheckpointRow>> ingest(const IngestRequest& request,
                                                      const JobContext& job) = 0;

    /// The watches in the background that run. See list_background().
    virtual Result<std::vector<BackgroundWatch>> background() = 0;
    /// Goes on watching when this process has ended. See start_background(). Of `options`, folders, scheme
    /// and plan count.
    virtual Result<BackgroundWatch> start_background(const WatchOptions& options) = 0;
    /// See stepvault::stop_background().
    virtual Status stop_background(const std::string& id) = 0;
};

}  // namespace stepvault
