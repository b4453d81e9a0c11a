#include "fuzz/poll_to_end.h"
#include "metrics/mlflow_source.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    stepvault::MlflowSource source(input.path(), "loss");
    stepvault::fuzz::poll_to_end(source);
    return 0;
}
