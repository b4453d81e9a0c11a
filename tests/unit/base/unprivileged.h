// Tests of permissions that hold for root too.
#pragma once

#include <unistd.h>

namespace stepvault::testing {

/// While it lives, a process of root acts as nobody, whom file permissions bind.
class Unprivileged {
 public:
    Unprivileged() : was_root_(::geteuid() == 0), active_(!was_root_ || ::seteuid(65534) == 0) {}
    ~Unprivileged() {
        if (was_root_ && active_ && ::seteuid(0) != 0) ::_exit(99);
    }
    Unprivileged(const Unprivileged&) = delete;
    Unprivileged& operator=(const Unprivileged&) = delete;

    [[nodiscard]] bool active() const { return active_; }

 private:
    bool was_root_;
    bool active_;
};

}  // namespace stepvault::testing
