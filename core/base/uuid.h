#pragma once

#include <string>

namespace stepvault {

/// A random UUID (version 4) in its usual text form, from the operating system's entropy.
std::string make_uuid();

}  // namespace stepvault
