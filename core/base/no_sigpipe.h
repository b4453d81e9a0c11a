#pragma once

#include <csignal>
#include <ctime>
#include <pthread.h>

namespace stepvault {

/// As long as it exists, a write of this thread to a pipe without a reader fails with EPIPE and sends the
/// process no SIGPIPE, which would end it.
class NoSigpipe {
 public:
    NoSigpipe() {
        sigset_t pending;
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~NoSigpipe() {
        const timespec now{};
        if (!was_pending_) (void)sigtimedwait(&pipe_, nullptr, &now);
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    NoSigpipe(const NoSigpipe&) = delete;
    NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
    sigset_t pipe_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

}  // namespace stepvault
