// A limit for what should end by itself, so that a test fails instead of hanging.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace stepvault::test {

/// Requests a stop after 30 s, unless it is destroyed before.
class TimeLimit {
 public:
    explicit TimeLimit(std::stop_source& stop)
        : thread_([this, &stop](const std::stop_token& ended) {
              std::unique_lock lock(mutex_);
              end_.wait_for(lock, ended, std::chrono::seconds(30), [] { return false; });
              if (!ended.stop_requested()) stop.request_stop();
          }) {}

 private:
    std::mutex mutex_;
    std::condition_variable_any end_;
    std::jthread thread_;  ///< ends before the others are destroyed
};

}  // namespace stepvault::test
