#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// Paths and names are bytes; JSON takes UTF-8 alone. Bytes that are no UTF-8, and '%', become %XX.
std::string escape_bytes(std::string_view bytes);
Result<std::string> unescape_bytes(std::string_view text);

}  // namespace stepvault
