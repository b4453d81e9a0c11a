#pragma once

#include <string>
#include <string_view>

namespace stepvault {

/// A random UUID (version 4) in its usual text form, from the operating system's entropy.
std::string make_uuid();

/// True for 8-4-4-4-12 lower-case hexadecimal digits.
bool is_uuid(std::string_view text);

}  // namespace stepvault
