#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/progress.h"
#include "partition/cost_model.h"
#include "vault/format/scheme.h"

namespace stepvault {

/// Coding times of checkpoints, and the model fitted to them.
struct SerializeBench {
    std::vector<SerializationSample> samples;
    CostModel model;
    double coded_share = 1;  ///< coded bytes divided by bytes, for the largest checkpoint
};

/// Codes deltas of synthetic models in memory, with one thread for each process: a grid of total sizes (up to
/// `largest` bytes) and numbers of tensors with one process, then some of them with as many processes as
/// there are cores, together and side by side. Takes the best of five. `scheme`: adaptive, lc or exact.
/// `scratch`: a folder that must not exist and is removed at the end. No other thread of this process may be
/// working.
Result<SerializeBench> bench_serialize(Scheme scheme, std::uint64_t largest,
                                       const std::filesystem::path& scratch, const JobContext& job);

}  // namespace stepvault
