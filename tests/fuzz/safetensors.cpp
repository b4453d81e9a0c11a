#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_safetensors {

STEPVAULT_FUZZ_TARGET(safetensors, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.safetensors");
}

}  // namespace fuzz_safetensors
