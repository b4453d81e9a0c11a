#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    stepvault::fuzz::inspect_input(stepvault::fuzz::as_bytes(data, size), "model.pt");
    return 0;
}
