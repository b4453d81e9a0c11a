#pragma once

#include <cstdint>
#include <string>

namespace stepvault {

/// Formats a size for people, in binary units: "31.0 MiB", "512 B".
std::string format_bytes(std::uint64_t bytes);

}  // namespace stepvault
