#pragma once

#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// Variables to set in a child's environment.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// How to start the system's ssh.
struct SshChild {
    std::vector<std::string> arguments;  ///< after its own name
    int input = -1;                      ///< its standard input; stays the caller's
    int output = -1;                     ///< its standard output; -1: this process's
    int errors = -1;                     ///< its standard error; -1: this process's
    Variables variables = {};
    /// Has no terminal, so that it asks only by the program in SSH_ASKPASS. Otherwise it belongs to the
    /// terminal, and ends with the thread that starts it.
    bool is_detached = false;
};

/// Starts the system's `ssh`, as the user has configured it. ErrorCode::not_found, io if it cannot be
/// started.
Result<pid_t> start_ssh(const SshChild& child);

}  // namespace stepvault
