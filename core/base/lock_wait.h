#pragma once

#include <chrono>
#include <thread>

#include "base/file_lock.h"

namespace stepvault {

/// Calls `acquire` again while another process holds the lock, for as long as `patience`.
template <class Acquire>
Result<FileLock> await_lock(Acquire acquire, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        Result<FileLock> lock = acquire();
        if (lock || lock.error().code != ErrorCode::locked || std::chrono::steady_clock::now() > end)
            return lock;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

}  // namespace stepvault
