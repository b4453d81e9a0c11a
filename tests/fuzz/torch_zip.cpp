#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_torch_zip {

STEPVAULT_FUZZ_TARGET(torch_zip, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.pt");
}

}  // namespace fuzz_torch_zip
