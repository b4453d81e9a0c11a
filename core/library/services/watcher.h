#pragma once

#include <vector>

#include "base/progress.h"
#include "library/catalog/catalog.h"
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
};

}  // namespace stepvault
