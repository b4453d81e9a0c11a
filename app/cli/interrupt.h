#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace stepvault::cli {

/// Turns the first SIGINT or SIGTERM into a stop request; a second one ends the process at once. To be made
/// before any other thread, so that none of them takes the signal.
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
