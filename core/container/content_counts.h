#pragma once

#include "base/file.h"
#include "container/layout.h"

namespace stepvault {

/// Sets Layout::step and epoch from tensors that hold a single integer and have one of these names:
/// "global_step", "step", "iteration", "iter", or the counters of Keras' optimizers; "epoch". Returns only
/// errors of reading the file.
Status read_counts(const File& file, Layout& layout);

}  // namespace stepvault
