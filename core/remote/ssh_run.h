#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// Runs the system's `ssh` with these arguments, as the user has configured it; it may ask for a password on
/// the terminal. Its output is this process's. Returns its exit code. A stop request ends its standard input,
/// and waits for it. ErrorCode::io if it cannot be started, or a signal ended it.
Result<int> run_ssh(const std::vector<std::string>& arguments, const std::stop_token& stop);

}  // namespace stepvault
