#pragma once

#include "vault/format/step_layout.h"

namespace stepvault {

/// By payload: elements in a row of the payload's first tensor, 0 where that tensor is not a matrix.
std::vector<std::uint64_t> row_lengths(const StepLayout& layout);

}  // namespace stepvault
