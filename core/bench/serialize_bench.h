#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "partition/cost_model.h"
#include "vault/format/scheme.h"

namespace stepvault {

/// Times to code checkpoints, and the model that fits them.
struct SerializeBench {
    std::vector<SerializationSample> samples;
    CostModel model;
    double coded_share = 1;  ///< coded bytes by bytes, of the largest checkpoint
};

/// Codes deltas of made-up models in memory, each process with one thread: on a grid of total sizes (up to
/// `largest` bytes) and numbers of tensors by one process, then some of them by as many processes as there
/// are cores, together and side by side. Best of five. `scheme`: adaptive, lc or exact. `scratch`: a
/// folder that must not exist and is removed again. No other thread of this process may be at work.
Result<SerializeBench> bench_serialize(Scheme scheme, std::uint64_t largest,
                                       const std::filesystem::path& scratch, const JobContext& job);

}  // namespace stepvault
