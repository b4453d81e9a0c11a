#pragma once

#include <cstdint>
#include <vector>

#include "base/apportion.h"
#include "partition/partition_plan.h"

namespace stepvault {

/// The target of bytes and tensors for the processes before each one, relative to their weights, minus the
/// loads that some of them already have.
class Proportions {
 public:
    /// `taken`, by rank: the part of `bytes` and `tensors` outside the candidate that a process already has.
    Proportions(std::span<const std::uint32_t> weights, std::span<const RankLoad> taken, std::uint64_t bytes,
                std::uint64_t tensors);

    /// True where the first `processes` processes' part of the candidate is approximately `bytes` and
    /// `tensors`: within 1/256 of the least share of bytes, and 1/64 of the least share of tensors.
    [[nodiscard]] bool come_out(std::uint32_t processes, std::uint64_t bytes, std::uint64_t tensors) const;
    /// The number of processes whose part is nearest to `bytes`.
    [[nodiscard]] std::uint32_t nearest(std::uint64_t bytes) const;

 private:
    [[nodiscard]] std::uint64_t bytes_before(std::uint32_t processes) const;

    std::vector<std::uint64_t> weight_before_;  ///< of the first 0, 1, 2, ... processes
    std::vector<RankLoad> taken_before_;
    RankLoad all_;
    std::uint32_t least_weight_;
};

/// Divides the candidate into runs of neighboring collections that match whole processes, as deeply as such
/// runs exist; the undivided remainder shares its processes. "In proportion to their size" here means so
/// closely that no process gets out of balance, which rounding to the next whole process would not ensure.
std::vector<ProcessGroup> divide_in_groups(const PartitionTree& tree, std::uint32_t candidate,
                                           std::uint32_t processes, const Proportions& proportions);

}  // namespace stepvault
