#include "container/object_tree.h"
#include "container/pickle_reader.h"
#include "fuzz/scratch_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (const auto graph = stepvault::read_pickle(stepvault::fuzz::as_bytes(data, size)))
        (void)stepvault::object_tree(*graph);
    return 0;
}
