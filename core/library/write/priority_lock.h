#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "base/progress.h"
#include "base/result.h"

namespace stepvault {

/// A lock that long operations on a run take before the watcher's recurrent looks do. Neither waits for the
/// other longer than one checkpoint takes. Thread-safe.
class PriorityLock {
 public:
    struct Release {
        void operator()(PriorityLock* lock) const { lock->release(); }
    };
    /// Releases the lock when destroyed; the PriorityLock must outlive it.
    using Held = std::unique_ptr<PriorityLock, Release>;

    /// For a long operation: waits until the lock is free. ErrorCode::cancelled.
    Result<Held> wait(const JobContext& job);
    /// For a look, without waiting: null while a long operation has the lock or waits for it, or another look
    /// has it.
    Held try_take();
    /// True while a long operation has the lock or waits for it.
    [[nodiscard]] bool is_claimed() const;

 private:
    void release();

    mutable std::mutex mutex_;
    std::condition_variable_any released_;
    bool taken_ = false;
    bool taken_for_long_ = false;
    int waiting_ = 0;
};

}  // namespace stepvault
