#pragma once

#include <cstdint>

#include "partition/partition_plan.h"

namespace stepvault {

/// A process's share of everything.
struct OneShare {
    std::uint64_t bytes = 0;
    std::uint64_t tensors = 0;

    /// What one process may take beside its part of the candidate, since its part is made smaller by it.
    [[nodiscard]] bool dwarfs(std::uint64_t outside_bytes, std::uint64_t outside_tensors) const {
        constexpr std::uint64_t times = 8;
        return outside_bytes <= bytes / times && outside_tensors <= tensors / times;
    }
};

/// The collection that is divided, and why this one.
struct Candidate {
    std::uint32_t node = 0;
    CandidateReason reason = CandidateReason::no_tensors;
};

/// Goes down from the root as long as one child holds all but what one process can take beside its `share`.
Candidate choose_candidate(const PartitionTree& tree, const OneShare& share);

}  // namespace stepvault
