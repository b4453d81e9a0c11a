#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace stepvault::ui {

/// One thread that does tasks in their order. Thread-safe. The destructor drops what has not begun and waits
/// for what has; asking that to stop is its owner's part.
class WorkLane {
 public:
    WorkLane();
    ~WorkLane();
    WorkLane(const WorkLane&) = delete;
    WorkLane& operator=(const WorkLane&) = delete;

    void post(std::function<void()> task);

 private:
    void run(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any ready_;
    std::deque<std::function<void()>> tasks_;
    std::jthread thread_;
};

}  // namespace stepvault::ui
