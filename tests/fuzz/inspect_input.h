// Requirements on every reader of checkpoint files.
#pragma once

#include <string>

#include "base/bytes.h"

namespace stepvault::fuzz {

/// Inspects the input as a file named `name`, checks the promises of Layout for the result, and reads its
/// objects.
void inspect_input(ByteView bytes, const std::string& name);

}  // namespace stepvault::fuzz
