// A fixed set of threads for work on chunks.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include <queue>

#include "base/result.h"

namespace stepvault {

/// Thread-safe. Tasks return Status; what they throw (memory may run out) becomes ErrorCode::limit.
class ThreadPool {
 public:
    /// `threads` = 0: one for each core. With one thread everything runs in the caller.
    explicit ThreadPool(unsigned threads = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] unsigned size() const { return size_; }

    /// Runs task(0) ... task(count - 1), the caller helping, and waits for all that were begun. After the
    /// first failure no further task is begun; the failure of the lowest index is returned. May be called
    /// from a task.
    Status for_each(std::size_t count, const std::function<Status(std::size_t)>& task);

 private:
    void work(const std::stop_token& stop);

    unsigned size_;
    std::mutex mutex_;
    std::condition_variable_any ready_;
    std::queue<std::function<void()>> queue_;
    std::vector<std::jthread> threads_;
};

}  // namespace stepvault
