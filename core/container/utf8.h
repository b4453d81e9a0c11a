#pragma once

#include <string>
#include <string_view>

namespace stepvault {

/// Text that may go on to JSON and to the screen: each byte that is not part of valid UTF-8 becomes U+FFFD.
std::string valid_utf8(std::string_view text);

}  // namespace stepvault
