// The files that hold a run's hyperparameters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "metrics/hyperparameter.h"

namespace stepvault {

enum class HyperparameterFormat : std::uint8_t {
    yaml,
    json,
    wandb,   ///< W&B's config.yaml: each key has {desc, value}; _wandb holds its own data
    mlflow,  ///< the folder params/ of MLflow's file store: one file for each parameter, whose text it is
    training_arguments,  ///< Hugging Face's training_args.bin: read_training_arguments()
    database,            ///< MLflow's: MetricSource::hyperparameters()
    events,              ///< TensorBoard's event file: event_settings() of its first MiB
};

/// A file, or MLflow's folder, to read.
struct HyperparameterFile {
    std::filesystem::path path;
    HyperparameterFormat format = HyperparameterFormat::yaml;
    std::string source;  ///< Hyperparameter::source

    bool operator==(const HyperparameterFile&) const = default;
};

/// How much of an event file is read, in bytes.
constexpr std::uint64_t event_file_beginning = std::uint64_t{1} << 20;

/// The values of a file of any format but training_arguments and database, sorted by key; empty if an event
/// file has none. They have no source yet. Nothing in the file is executed. Limits
/// against hostile input: 4 MiB, 4,096 keys, 1 MiB of values, those of SettingsTree and flatten_settings();
/// of params/, 64 KiB for a file and 8 levels. Errors name the path. No exception leaves this function.
/// ErrorCode::corrupt, limit, not_found, permission, io.
Result<std::vector<Hyperparameter>> read_hyperparameters(const HyperparameterFile& file);

}  // namespace stepvault
