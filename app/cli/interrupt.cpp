#include "interrupt.h"

#include <csignal>
#include <ctime>
#include <unistd.h>

#include "exit_code.h"

namespace stepvault::cli {

Interrupt::Interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    waiter_ = std::jthread([this, signals](const std::stop_token& ended) {
        constexpr timespec step{0, 50'000'000};
        while (!ended.stop_requested()) {
            const int signal = sigtimedwait(&signals, nullptr, &step);
            if (signal <= 0) continue;
            if (source_.stop_requested()) ::_exit(interrupted);
            source_.request_stop();
        }
    });
}

}  // namespace stepvault::cli
