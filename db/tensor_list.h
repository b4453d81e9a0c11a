// The tensors of a checkpoint as two byte strings: one that a run's checkpoints share, and one for each
// checkpoint.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "library/catalog/catalog.h"

namespace stepvault {

/// Files, names, dtypes, roles, shapes and element counts.
Bytes encode_tensor_list(const std::vector<TensorRow>& tensors);

/// Relative and largest error of each tensor as two doubles; empty if all are zero, as for exact checkpoints.
Bytes encode_tensor_errors(const std::vector<TensorRow>& tensors);

/// ErrorCode::corrupt if one of the two is cut off or they do not belong together.
Result<std::vector<TensorRow>> decode_tensors(ByteView list, ByteView errors);

}  // namespace stepvault
