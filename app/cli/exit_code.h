#pragma once

#include "base/error.h"

namespace stepvault::cli {

enum ExitCode : int { done = 0, failed = 1, usage = 2, damaged = 3, interrupted = 130 };

inline int exit_code(const Error& error) {
    switch (error.code) {
        case ErrorCode::corrupt:
            return damaged;
        case ErrorCode::cancelled:
            return interrupted;
        default:
            return failed;
    }
}

}  // namespace stepvault::cli
