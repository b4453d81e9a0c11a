#pragma once

#include <cstdint>
#include <vector>

#include "base/apportion.h"
#include "partition/partition_plan.h"

namespace stepvault {

/// How much of everything the processes before each one should have, relative to their weights, less what
/// some of them have already.
class Proportions {
 public:
    /// `taken`, by rank, is what a process holds of `bytes` and `tensors` outside of what is divided.
    Proportions(std::span<const std::uint32_t> weights, std::span<const RankLoad> taken, std::uint64_t bytes,
                std::uint64_t tensors);

    /// True where the first `processes` processes' part of the candidate is about so many bytes and tensors:
    /// within 1/256 of the least share of bytes, and 1/64 of that of tensors.
    [[nodiscard]] bool come_out(std::uint32_t processes, std::uint64_t bytes, std::uint64_t tensors) const;
    /// The number of processes whose part is nearest to so many bytes.
    [[nodiscard]] std::uint32_t nearest(std::uint64_t bytes) const;

 private:
    [[nodiscard]] std::uint64_t bytes_before(std::uint32_t processes) const;

    std::vector<std::uint64_t> weight_before_;  ///< of the first 0, 1, 2, ... processes
    std::vector<RankLoad> taken_before_;
    RankLoad all_;
    std::uint32_t least_weight_;
};

/// Divides the candidate into runs of neighbouring collections that come out as whole processes, as deep as
/// such runs are found; what remains undivided shares its processes. In proportion to their size means here:
/// so nearly that no process gets out of balance, which rounding to the next whole process does not keep.
std::vector<ProcessGroup> divide_in_groups(const PartitionTree& tree, std::uint32_t candidate,
                                           std::uint32_t processes, const Proportions& proportions);

}  // namespace stepvault
