#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace stepvault::cli {

/// Turns the first SIGINT or SIGTERM into a stop request; a second signal ends the process at once. Construct
/// it before any other thread starts: threads inherit the blocked signals, so none of them takes a signal.
class Interrupt {
 public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
    std::stop_source source_;
    std::atomic<bool> is_over_ = false;
    std::thread waiter_;
};

}  // namespace stepvault::cli
