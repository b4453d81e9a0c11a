#include "container/tensorflow_index.h"

#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_tensorflow_index {

STEPVAULT_FUZZ_TARGET(tensorflow_index, data, size) {
    const auto bytes = stepvault::fuzz::as_bytes(data, size);
    stepvault::fuzz::inspect_input(bytes, "model.ckpt-1.index");
    (void)stepvault::tensorflow_shards(stepvault::fuzz::ScratchInput(bytes).file());
}

}  // namespace fuzz_tensorflow_index
