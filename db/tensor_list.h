// The tensors of a checkpoint as two byte strings: what a run's checkpoints share, and what each has for
// itself.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "library/catalog/catalog.h"

namespace stepvault {

/// Files, names, dtypes, roles, shapes and element counts.
Bytes encode_tensor_list(const std::vector<TensorRow>& tensors);

/// Relative and largest error of each tensor as two doubles; empty where all are zero, as for exact
/// checkpoints.
Bytes encode_tensor_errors(const std::vector<TensorRow>& tensors);

/// ErrorCode::corrupt where the two are cut off or do not belong together.
Result<std::vector<TensorRow>> decode_tensors(ByteView list, ByteView errors);

}  // namespace stepvault
