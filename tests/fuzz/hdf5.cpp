#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_hdf5 {

STEPVAULT_FUZZ_TARGET(hdf5, data, size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.h5");
}

}  // namespace fuzz_hdf5
