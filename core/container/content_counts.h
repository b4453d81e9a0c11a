#pragma once

#include "base/file.h"
#include "container/layout.h"

namespace stepvault {

/// Sets Layout::step and epoch from tensors of one whole number that are named so: "global_step", "step",
/// "iteration", "iter", or what Keras' optimizers count; "epoch". Errors are those of reading.
Status read_counts(const File& file, Layout& layout);

}  // namespace stepvault
