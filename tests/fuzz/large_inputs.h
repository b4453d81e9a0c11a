// Inputs that are too large to store: every format is tested with each of them.
#pragma once

#include <functional>
#include <string_view>

#include "base/bytes.h"

namespace stepvault::fuzz {

void for_each_large_input(const std::function<void(std::string_view name, ByteView bytes)>& run);

}  // namespace stepvault::fuzz
