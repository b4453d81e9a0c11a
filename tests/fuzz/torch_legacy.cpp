#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_torch_legacy {

STEPVAULT_FUZZ_TARGET(torch_legacy, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.pth");
}

}  // namespace fuzz_torch_legacy
