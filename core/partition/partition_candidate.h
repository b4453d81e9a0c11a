#pragma once

#include <cstdint>

#include "partition/partition_plan.h"

namespace stepvault {

/// One process's share of the whole checkpoint.
struct OneShare {
    std::uint64_t bytes = 0;
    std::uint64_t tensors = 0;

    /// Whether one process can take everything outside the candidate, because its part of the candidate
    /// shrinks accordingly.
    [[nodiscard]] bool dwarfs(std::uint64_t outside_bytes, std::uint64_t outside_tensors) const {
        constexpr std::uint64_t times = 8;
        return outside_bytes <= bytes / times && outside_tensors <= tensors / times;
    }
};

/// The collection to divide, and the reason for its choice.
struct Candidate {
    std::uint32_t node = 0;
    CandidateReason reason = CandidateReason::no_tensors;
};

/// Descends from the root as long as one child holds everything except what one process can take beside its
/// `share`.
Candidate choose_candidate(const PartitionTree& tree, const OneShare& share);

}  // namespace stepvault
