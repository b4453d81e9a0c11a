#pragma once

#include <cerrno>

namespace stepvault {

/// Makes a system call again as long as a signal cuts it off; what it returned then.
template <class Call>
int uninterrupted(Call call) {
    int result = -1;
    do {
        result = call();
    } while (result < 0 && errno == EINTR);
    return result;
}

}  // namespace stepvault
