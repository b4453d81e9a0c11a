// Lets tests of file permissions work for root, too.
#pragma once

#include <unistd.h>

namespace stepvault::testing {

/// While an object exists, a process of root acts as nobody, to whom file permissions apply.
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
