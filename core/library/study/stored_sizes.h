#pragma once

#include <cstdint>
#include <vector>

#include "vault/format/step_file.h"

namespace stepvault {

/// The coded bytes of each payload in the step file. Payloads that share a chunk share its bytes by their
/// numbers of elements; a payload that is stored as a copy of another has 0.
std::vector<std::uint64_t> stored_sizes(const StepFile& step);

}  // namespace stepvault
