// Tests flush nothing to disk, so that no test waits for a disk. A test may observe the flushes in their
// order and make them fail; tests/faults/test_crashes simulates the loss of power.
#pragma once

#include <filesystem>
#include <functional>

namespace stepvault::test {

/// While an object exists (at most one), it is called at each flush of a file or folder, in any thread, one
/// call at a time.
class SyncWatch {
 public:
    /// `on_sync` returns an errno, or 0 for success.
    explicit SyncWatch(std::function<int(const std::filesystem::path&)> on_sync);
    ~SyncWatch();
    SyncWatch(const SyncWatch&) = delete;
    SyncWatch& operator=(const SyncWatch&) = delete;
};

}  // namespace stepvault::test
