#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// Escapes paths and names, which are bytes, for JSON, which takes only UTF-8: '%' and bytes that are not
/// valid UTF-8 become %XX.
std::string escape_bytes(std::string_view bytes);
Result<std::string> unescape_bytes(std::string_view text);

}  // namespace stepvault
