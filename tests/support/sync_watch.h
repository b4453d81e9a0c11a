// Flushing to disk in tests: nothing is, so that no test waits for a disk. A test may see what would be
// flushed, in which order, and have it fail; tests/faults/test_crashes plays what a loss of power leaves.
#pragma once

#include <filesystem>
#include <functional>

namespace stepvault::test {

/// While it lives it is asked at each flush of a file or folder, in any thread, one at a time; one lives at
/// most.
class SyncWatch {
 public:
    /// `on_sync` returns an errno, or 0 for what is flushed.
    explicit SyncWatch(std::function<int(const std::filesystem::path&)> on_sync);
    ~SyncWatch();
    SyncWatch(const SyncWatch&) = delete;
    SyncWatch& operator=(const SyncWatch&) = delete;
};

}  // namespace stepvault::test
