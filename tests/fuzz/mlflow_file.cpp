#include "fuzz/poll_to_end.h"
#include "fuzz/target.h"
#include "metrics/mlflow_source.h"

namespace fuzz_mlflow_file {

STEPVAULT_FUZZ_TARGET(mlflow_file, data, size) {
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    stepvault::MlflowSource source(input.path(), "loss");
    stepvault::fuzz::poll_to_end(source);
}

}  // namespace fuzz_mlflow_file
