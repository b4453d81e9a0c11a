// Filing one checkpoint by several processes.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "vault/format/step_layout.h"

namespace stepvault {

struct ChunkPlace {
    std::uint32_t stream = 0;
    std::uint64_t chunk = 0;
};

/// The rank that codes each chunk, by stream and chunk.
using ChunkOwners = std::vector<std::vector<std::uint32_t>>;

/// Every stream in a part for each rank, end to end, their lengths as `weights` are; what does not divide
/// goes to ranks that have less so far for their weight. A rank without weight owns nothing. The weights' sum
/// is not zero.
ChunkOwners weighted_owners(const StepLayout& layout, std::span<const std::uint32_t> weights);

/// All processes read the same checkpoint and write into the same vault; each codes the chunks it owns. The
/// step file that comes of it is, byte for byte, the one that a single process makes.
struct SharedFiling {
    Communicator* communicator = nullptr;  ///< not owned
    /// The same on all ranks; if empty, weighted_owners() of equal weights.
    std::function<ChunkOwners(const StepLayout& layout, std::uint32_t ranks)> owners = {};
    /// For the leader: ids of checkpoints that are kept elsewhere, which a new one must not take.
    std::set<std::string> taken = {};

    [[nodiscard]] bool leads() const { return communicator == nullptr || communicator->rank() == 0; }
};

}  // namespace stepvault
