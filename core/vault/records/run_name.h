#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// ErrorCode::invalid_argument for an invalid name of a run: empty, only spaces, control characters, more
/// than 255 bytes, or a path that leaves its folder.
Status check_run_name(std::string_view name);

/// Turns `text` into a name that check_run_name() accepts: control characters become '_', and a long text
/// keeps its end.
std::string make_run_name(std::string_view text);

}  // namespace stepvault
