#pragma once

#include <filesystem>
#include <vector>

#include "base/progress.h"
#include "partition/cost_model.h"

namespace stepvault {

struct SerializeBench {
    std::vector<SerializationSample> samples;
    CostModel model;
};

/// Files deltas of made-up models by scheme adaptive, one thread, on a grid of total sizes (up to `largest`
/// bytes) and numbers of tensors: medians of three. `scratch`: a folder that must not exist and is removed
/// again.
Result<SerializeBench> bench_serialize(std::uint64_t largest, const std::filesystem::path& scratch,
                                       const JobContext& job);

}  // namespace stepvault
