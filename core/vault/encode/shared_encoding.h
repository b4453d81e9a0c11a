// Encoding one checkpoint by a group of processes.
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

/// For a parted checkpoint: each payload's chunks belong to the rank that holds it, and the skeleton's to all
/// in turn. `holders`: by file.
ChunkOwners owners_by_holder(const StepLayout& layout, std::span<const std::uint32_t> holders,
                             std::uint32_t ranks);

/// The part of a checkpoint that a rank coded.
struct RankWork {
    std::uint64_t bytes = 0;    ///< of the original
    std::uint64_t tensors = 0;  ///< a part of a tensor counts as one
    double seconds = 0;         ///< without waiting for other ranks
};

/// All processes read the same checkpoint, or each its own files of a parted one, and write to the same
/// vault; each codes the chunks that it owns. The step file is, byte for byte, the one that a single process
/// writes, unless the checkpoint is parted.
struct SharedEncoding {
    Communicator& communicator;  ///< SingleProcess for one process alone
    /// The same function on all ranks; only a single process and a parted checkpoint need none.
    std::function<ChunkOwners(const StepLayout& layout)> owners = {};
    /// If not null, gets this rank's part.
    RankWork* work = nullptr;
    /// For rank 0: ids of checkpoints that exist outside the vault and that a new one must not take.
    std::set<std::string> taken = {};
    /// For rank 0: checkpoints outside the vault may build on the run's base, so that it is not coded anew.
    bool keeps_base = false;
};

}  // namespace stepvault
