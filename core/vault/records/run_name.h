#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// ErrorCode::invalid_argument for what is no name of a run: nothing, spaces alone, control characters, more
/// than 255 bytes, or a path that leaves its folder.
Status check_run_name(std::string_view name);

/// `text` as a name that check_run_name() takes: control characters become '_', and of a long one the end is
/// kept.
std::string make_run_name(std::string_view text);

}  // namespace stepvault
