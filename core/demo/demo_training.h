// A real small training run for people without PyTorch: a multilayer perceptron on data made here.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

#include "base/progress.h"

namespace stepvault {

struct DemoOptions {
    std::chrono::milliseconds duration =
        std::chrono::seconds(60);  ///< paced so that it lasts about this long
    std::int64_t steps = 600;
    std::int64_t checkpoint_every = 30;
    std::uint64_t seed = 1;
};

/// Trains by Adam in the calling thread and writes into `folder` (made if missing, must hold no earlier run):
/// metrics.jsonl ({"step","loss","val_loss","time"}), and step_000030.safetensors ... with the model's
/// weights and Adam's moments ("model.layers.0.weight", "optimizer.state.0.exp_avg", ...), each published by
/// rename.
Status run_demo_training(const std::filesystem::path& folder, const DemoOptions& options,
                         const JobContext& job);

}  // namespace stepvault
