// Requests to restore checkpoints, and their results.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// The part of a checkpoint that a restore writes.
enum class RestoreExtent {
    whole,
    weights,  ///< see plan_weights()
};

/// The checkpoint to restore, by `step` or by `checkpoint_id`, and the output.
struct RestoreRequest {
    std::string run;  ///< name or id
    std::optional<std::int64_t> step;
    std::string checkpoint_id;  ///< instead of a step
    std::filesystem::path output;
    /// Instead of `output`: a free name beside the original, in the run's own folder. The run's record then
    /// knows the files, and they are not ingested again.
    bool into_run = false;
    bool replace = false;  ///< an existing output is replaced once the new output is complete
    RestoreExtent extent = RestoreExtent::whole;
};

/// The output of a restore.
struct RestoreReport {
    std::string checkpoint_id;
    std::filesystem::path output;
    std::uint64_t bytes = 0;
    std::uint32_t files = 0;
    std::uint64_t tensors = 0;  ///< of the model; counted only for RestoreExtent::weights
    std::string snippet = {};   ///< Python code that loads the output; see loading_snippet()
};

/// The output that a restore would write.
struct RestoreProposal {
    std::filesystem::path output;  ///< beside the original, under a free name
    std::uint64_t bytes = 0;
    bool folder = false;
    bool safetensors = false;  ///< the output is a single safetensors file
};

/// Proposals for the whole checkpoint and for the weights alone.
struct RestoreProposals {
    RestoreProposal whole;
    /// As whole, with RestoreRequest::into_run. ErrorCode::not_found if the run's folder is gone.
    Result<RestoreProposal> into_run = RestoreProposal();
    Result<RestoreProposal> weights =
        RestoreProposal();  ///< ErrorCode::unsupported if they cannot be told from the rest
};

/// Checkpoints of one run to restore, each under its own name in `folder`. A checkpoint that keeps only its
/// weights is restored as weights.
struct RestoreSeveralRequest {
    std::string run;  ///< name or id
    std::vector<std::string> checkpoint_ids;
    std::filesystem::path folder;  ///< made if missing; its contents stay
    RestoreExtent extent = RestoreExtent::whole;
};

/// The result of restoring checkpoints one after another until one fails.
struct RestoreSeveralReport {
    std::vector<RestoreReport> restored;  ///< each one is complete
    std::optional<Error> ended;           ///< why the other checkpoints were not restored
};

}  // namespace stepvault
