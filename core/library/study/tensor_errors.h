// How far each tensor of a stored step is from its original.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "vault/format/step_file.h"

namespace stepvault {

/// Of a tensor that a lossy scheme coded.
struct TensorError {
    std::string name;
    Role role = Role::other;
    double relative_error = 0;
    double changed = 0;  ///< sum of squared deltas: what its error weighs among others
};

/// In the order of the step's files; none where the step is exact. ErrorCode::corrupt, io.
Result<std::vector<TensorError>> errors_of(const StepFile& step);

}  // namespace stepvault
