#include "interrupt.h"

#include <csignal>
#include <unistd.h>

#include "exit_code.h"

namespace stepvault::cli {

namespace {

/// Ends the thread's wait at once. Polling instead would delay the end of every short command.
constexpr int wake = SIGUSR1;

}  // namespace

Interrupt::Interrupt() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, wake);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    waiter_ = std::thread([this, signals] {
        while (true) {
            const int signal = sigwaitinfo(&signals, nullptr);
            if (is_over_) return;
            if (signal != SIGINT && signal != SIGTERM) continue;
            if (source_.stop_requested()) ::_exit(interrupted);
            source_.request_stop();
        }
    });
}

Interrupt::~Interrupt() {
    is_over_ = true;
    pthread_kill(waiter_.native_handle(), wake);
    waiter_.join();
}

}  // namespace stepvault::cli
