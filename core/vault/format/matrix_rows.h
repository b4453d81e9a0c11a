#pragma once

#include "vault/format/step_layout.h"

namespace stepvault {

/// Elements of a row of the payload's first tensor, 0 where that is no matrix.
std::vector<std::uint64_t> row_lengths(const StepLayout& layout);

}  // namespace stepvault
