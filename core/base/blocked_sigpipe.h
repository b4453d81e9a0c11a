#pragma once

#include <csignal>
#include <ctime>
#include <pthread.h>

namespace stepvault {

/// As long as it exists, a write of this thread to a connection or pipe that the other side has closed fails
/// with EPIPE. It sends no SIGPIPE, which would end the process.
class BlockedSigpipe {
 public:
    BlockedSigpipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        sigemptyset(&pending);
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~BlockedSigpipe() {
        const timespec no_wait{};
        if (!was_pending_) {
            while (sigtimedwait(&pipe_, nullptr, &no_wait) == SIGPIPE) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    BlockedSigpipe(const BlockedSigpipe&) = delete;
    BlockedSigpipe& operator=(const BlockedSigpipe&) = delete;

 private:
    sigset_t pipe_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

}  // namespace stepvault
