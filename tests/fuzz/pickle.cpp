#include "container/object_tree.h"
#include "container/pickle_reader.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_pickle {

STEPVAULT_FUZZ_TARGET(pickle, data, size) {
    if (const auto graph = stepvault::read_pickle(stepvault::fuzz::as_bytes(data, size)))
        (void)stepvault::object_tree(*graph);
}

}  // namespace fuzz_pickle
