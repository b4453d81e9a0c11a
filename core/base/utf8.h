#pragma once

#include <string>
#include <string_view>

namespace stepvault {

/// Makes text safe for JSON and the screen: each byte that is not part of valid UTF-8 becomes U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace stepvault
