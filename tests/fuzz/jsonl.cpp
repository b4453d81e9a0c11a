#include "fuzz/poll_to_end.h"
#include "metrics/jsonl_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    stepvault::JsonlSource source(input.path());
    stepvault::fuzz::poll_to_end(source);
    return 0;
}
