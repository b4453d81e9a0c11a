// What is asked of a restore, and what comes of it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// What of a checkpoint a restore writes.
enum class RestoreExtent {
    whole,
    weights,  ///< see plan_weights()
};

/// Which checkpoint, by `step` or by `checkpoint_id`, to where.
struct RestoreRequest {
    std::string run;  ///< name or id
    std::optional<std::int64_t> step;
    std::string checkpoint_id;  ///< instead of a step
    std::filesystem::path output;
    bool replace = false;  ///< an existing output is replaced, only once the new one is whole
    RestoreExtent extent = RestoreExtent::whole;
};

/// What was written.
struct RestoreReport {
    std::string checkpoint_id;
    std::filesystem::path output;
    std::uint64_t bytes = 0;
    std::uint32_t files = 0;
    std::uint64_t tensors = 0;  ///< of the model; counted for RestoreExtent::weights
};

/// What a restore would write.
struct RestoreProposal {
    std::filesystem::path output;  ///< beside the original, under a name that is free
    std::uint64_t bytes = 0;
    bool folder = false;
    bool safetensors = false;  ///< one such file, that the output is
};

/// Of everything, and of the weights alone.
struct RestoreProposals {
    RestoreProposal whole;
    Result<RestoreProposal> weights;  ///< ErrorCode::unsupported where they cannot be told from the rest
};

/// Checkpoints of one run, each to a name of its own in `folder`. What keeps only its weights gives these.
struct RestoreSeveralRequest {
    std::string run;  ///< name or id
    std::vector<std::string> checkpoint_ids;
    std::filesystem::path folder;  ///< made where it is missing; what is in it stays
    RestoreExtent extent = RestoreExtent::whole;
};

/// How far it came: one after another, until one fails.
struct RestoreSeveralReport {
    std::vector<RestoreReport> restored;  ///< each whole
    std::optional<Error> ended;           ///< why the rest is not
};

}  // namespace stepvault
