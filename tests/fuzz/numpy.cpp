#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_numpy {

STEPVAULT_FUZZ_TARGET(numpy, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "arrays.npz");
}

}  // namespace fuzz_numpy
