#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// Runs the system's `ssh` with these arguments, as the user has configured it; it may ask for a password on
/// the terminal. Its output is this process's. Its standard input is the file `input`, or lasts until a stop
/// request. Returns its exit code. ErrorCode::io if it cannot be started, or a signal ended it.
Result<int> run_ssh(const std::vector<std::string>& arguments, const std::stop_token& stop,
                    const std::filesystem::path& input = {});

}  // namespace stepvault
