#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace stepvault {

/// Which end of a metric's values is best.
enum class MetricOrder { min, max };

/// Keeps the `count` checkpoints whose metric is best.
struct BestRule {
    std::uint32_t count = 1;
    MetricOrder order = MetricOrder::min;
    std::string tag = {};  ///< of the metric

    bool operator==(const BestRule&) const = default;
};

/// What to keep of a run's checkpoints. A checkpoint stays where any rule keeps it. "Newest" is by the time
/// it was saved at; of the same time, by step and generation.
struct RetentionRules {
    std::optional<std::uint32_t> last = {};           ///< so many of the newest
    std::optional<BestRule> best = {};                ///< those with the best values of a metric
    std::optional<std::uint64_t> every = {};          ///< steps that are multiples of it, which is not 0
    bool first = false;                               ///< the oldest
    std::optional<std::chrono::seconds> within = {};  ///< saved so long before the newest, at most
    /// The newest which fit into so many bytes with all that they build on. What other rules keep comes on
    /// top.
    std::optional<std::uint64_t> bytes = {};

    bool operator==(const RetentionRules&) const = default;
    [[nodiscard]] bool empty() const { return !last && !best && !every && !first && !within && !bytes; }
};

}  // namespace stepvault
