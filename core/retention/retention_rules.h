#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace stepvault {

/// Which end of a metric's range is best.
enum class MetricOrder { min, max };

/// Keeps the `count` checkpoints whose metric is best.
struct BestRule {
    std::uint32_t count = 1;
    MetricOrder order = MetricOrder::min;
    std::string tag = {};  ///< of the metric

    bool operator==(const BestRule&) const = default;
};

/// The rules for which of a run's checkpoints to keep. A checkpoint stays where any rule keeps it. "Newest"
/// is by the time of saving; at the same time, by step and generation.
struct RetentionRules {
    std::optional<std::uint32_t> last = {};   ///< this many of the newest
    std::optional<BestRule> best = {};        ///< those with the best values of a metric
    std::optional<std::uint64_t> every = {};  ///< steps that are multiples of this number, which is not 0
    bool first = false;                       ///< the oldest
    std::optional<std::chrono::seconds> within = {};  ///< saved at most this long before the newest
    /// The newest that fit into this many bytes together with everything that they build on. Checkpoints kept
    /// by other rules come on top.
    std::optional<std::uint64_t> bytes = {};

    bool operator==(const RetentionRules&) const = default;
    [[nodiscard]] bool empty() const { return !last && !best && !every && !first && !within && !bytes; }
};

}  // namespace stepvault
