#pragma once

#include <string>
#include <vector>

#include "library/watch/watch_event.h"

namespace stepvault {

/// The folders made absolute, without a '/' at their ends. ErrorCode::io.
Result<std::vector<std::filesystem::path>> absolute_folders(
    const std::vector<std::filesystem::path>& folders);

/// The arguments after `stepvault` that watch with the folders, scheme and plan of `options`.
std::vector<std::string> watch_arguments(const WatchOptions& options);

}  // namespace stepvault
