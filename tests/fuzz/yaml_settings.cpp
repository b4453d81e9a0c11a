// Reads the input as a YAML file of hyperparameters, and as W&B's.
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"
#include "metrics/hyperparameter_file.h"

namespace fuzz_yaml_settings {

STEPVAULT_FUZZ_TARGET(yaml_settings, data, size) {
    using stepvault::HyperparameterFormat;
    const stepvault::fuzz::ScratchInput input(stepvault::fuzz::as_bytes(data, size));
    for (const auto format : {HyperparameterFormat::yaml, HyperparameterFormat::wandb})
        (void)stepvault::read_hyperparameters({input.path(), format, "config.yaml"});
}

}  // namespace fuzz_yaml_settings
