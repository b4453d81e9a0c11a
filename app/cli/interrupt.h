#pragma once

#include <stop_token>
#include <thread>

namespace stepvault::cli {

/// Turns the first SIGINT or SIGTERM into a stop request; a second one ends the process at once. To be made
/// before any other thread, so that none of them takes the signal.
class Interrupt {
 public:
    Interrupt();
    [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
    std::stop_source source_;
    std::jthread waiter_;
};

}  // namespace stepvault::cli
