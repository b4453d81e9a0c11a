#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_keras {

STEPVAULT_FUZZ_TARGET(keras, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.keras");
}

}  // namespace fuzz_keras
