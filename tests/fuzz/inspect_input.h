// What is asked of every reader of checkpoint files.
#pragma once

#include <string>

#include "base/bytes.h"

namespace stepvault::fuzz {

/// Inspects the input as a file of that name, holds the promises of Layout against what comes, and reads its
/// objects.
void inspect_input(ByteView bytes, const std::string& name);

}  // namespace stepvault::fuzz
