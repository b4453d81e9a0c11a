// Reads the relative error of each tensor of a stored step.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// The error of a tensor that a lossy scheme coded.
struct TensorError {
    std::string name;
    Role role = Role::other;
    double relative_error = 0;
    double changed = 0;  ///< sum of squared deltas: the weight of its error among all tensors
};

/// In the order of the step's files; empty if the step is exact. ErrorCode::corrupt, io.
Result<std::vector<TensorError>> errors_of(const StepFile& step);

}  // namespace stepvault
