#include "container/tensorflow_index.h"

#include "fuzz/inspect_input.h"
#include "fuzz/scratch_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = stepvault::fuzz::as_bytes(data, size);
    stepvault::fuzz::inspect_input(bytes, "model.ckpt-1.index");
    (void)stepvault::tensorflow_shards(stepvault::fuzz::ScratchInput(bytes).file());
    return 0;
}
