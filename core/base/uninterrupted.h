#pragma once

#include <cerrno>

namespace stepvault {

/// Repeats a system call as long as a signal interrupts it; returns the last result.
template <class Call>
int uninterrupted(Call call) {
    int result = -1;
    do {
        result = call();
    } while (result < 0 && errno == EINTR);
    return result;
}

}  // namespace stepvault
