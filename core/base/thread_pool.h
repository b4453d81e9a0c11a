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

/// Thread-safe. Tasks return Status; an exception of a task (memory may run out) becomes ErrorCode::limit.
class ThreadPool {
 public:
    /// `threads` = 0: one thread for each core. With one thread, everything runs in the caller.
    explicit ThreadPool(unsigned threads = 0);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] unsigned size() const { return size_; }

    /// Runs task(0) ... task(count - 1), with the caller's help, and waits for all tasks that were started.
    /// After the first failure no further task is started; returns the failure of the lowest index. May be
    /// called from a task.
    Status for_each(std::size_t count, const std::function<Status(std::size_t)>& task);

    /// Runs work(i, lane) for 0 ... count - 1, with lane = i % lanes. After each, runs in_order(i, lane) in
    /// the caller's thread and in order of i, while other threads still work. A lane is not worked on again
    /// before in_order() has run for it. The first failure in order ends the run and is returned.
    Status for_each_in_order(std::size_t count, std::size_t lanes,
                             const std::function<Status(std::size_t i, std::size_t lane)>& work,
                             const std::function<Status(std::size_t i, std::size_t lane)>& in_order);

 private:
    void work(const std::stop_token& stop);
    /// Queues `help` for `helpers` threads.
    void call(std::size_t helpers, const std::function<void()>& help);

    unsigned size_;
    std::mutex mutex_;
    std::condition_variable_any ready_;
    std::queue<std::function<void()>> queue_;
    std::vector<std::jthread> threads_;
};

}  // namespace stepvault
