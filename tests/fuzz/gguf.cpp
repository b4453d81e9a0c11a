#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_gguf {

STEPVAULT_FUZZ_TARGET(gguf, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.gguf");
}

}  // namespace fuzz_gguf
