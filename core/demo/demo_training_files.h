// The files that the demo run writes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/file.h"
#include "demo/demo_training_model.h"

namespace stepvault {

/// metrics.jsonl; each line is a single write(2), so that a reader never waits for the rest of a line.
class DemoMetrics {
 public:
    /// `planned_steps` is written into the first line as max_steps, so that readers know the run's end.
    static Result<DemoMetrics> create(const std::filesystem::path& folder, std::int64_t planned_steps);
    Status add(std::int64_t step, double loss, std::optional<double> validation_loss);

 private:
    DemoMetrics(File file, std::int64_t planned_steps)
        : file_(std::move(file)), planned_steps_(planned_steps) {}
    File file_;
    std::int64_t planned_steps_;
    std::uint64_t size_ = 0;
};

/// Publishes step_000030.safetensors: "model.layers.0.weight", "optimizer.state.0.exp_avg", ...; its metadata
/// contain the step. Returns its size in bytes.
Result<std::uint64_t> write_demo_checkpoint(const std::filesystem::path& folder, const DemoModel& model,
                                            std::int64_t step);

}  // namespace stepvault
