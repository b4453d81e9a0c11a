// trainer_state.json, which the Hugging Face Trainer writes last into each checkpoint folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "metrics/metric_source.h"

namespace stepvault {

struct TrainerState {
    std::optional<std::int64_t> global_step;
    std::optional<std::int64_t> max_steps;  ///< the last planned step
    std::vector<MetricPoint> history;       ///< log_history, in its order
};

/// nullopt unless `text` is exactly one complete JSON object (it may still be being written, or be something
/// else).
std::optional<TrainerState> parse_trainer_state(std::string_view text);

/// Files beyond this many bytes are not read.
constexpr std::uint64_t largest_trainer_state = std::uint64_t{256} << 20;

}  // namespace stepvault
