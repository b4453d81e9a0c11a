// Finds the files that hold a run's hyperparameters.
#pragma once

#include <vector>

#include "metrics/hyperparameter_file.h"
#include "run/checkpoint_scanner.h"

namespace stepvault {

/// The files that exist, by precedence: of two that have the same key, the earlier one counts. A logger's
/// record of this run comes before files that people edit or that describe only the model:
///
/// 1. hparams.yaml (Lightning), args.yaml (Ultralytics), .hydra/config.yaml, training_args.bin
///    (Hugging Face), also of the newest checkpoint's folder;
/// 2. W&B's files/config.yaml, of the run whose log the metrics are, or else of the newest in wandb/;
/// 3. MLflow's params/, and `databases`;
/// 4. the newest 8 of TensorBoard's event files, newest first;
/// 5. params.yaml, config.yaml, config.json;
/// 6. if there is no config.json, that of the newest checkpoint's folder (Hugging Face).
///
/// Looks into the folder of the run's metrics, the run's own folder, and the folders in which its metrics
/// files lie, in this order. Reads only names.
/// `databases`: MLflow's that may have the run.
std::vector<HyperparameterFile> hyperparameter_files(
    const RunFolder& run, const std::vector<std::filesystem::path>& databases = {});

}  // namespace stepvault
