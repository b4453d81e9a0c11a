// A checkpoint's weights without what only a training needs.
#pragma once

#include <string_view>

#include "vault/chain/chain.h"
#include "vault/restore/restore_plan.h"

namespace stepvault {

struct WeightsPlan {
    RestorePlan restore;
    std::uint64_t tensors = 0;  ///< of the model, in all files together
};

/// Files that hold nothing of the training stay as they were: weights, configs, tokenizers. Of a file that
/// holds both, the model's tensors are made into one .safetensors file under the same name; of the files
/// of torch.distributed.checkpoint in one folder, into one `model.safetensors`, its tensors whole. What is
/// left out: optimizers, schedulers, generators, and what only a training reads.
///
/// A tensor that shares its storage is written for each of its names, and what lies in strides is written
/// row by row. Tensors without elements have no bytes, are not known here and missing in files that are made.
/// `run`: its name, for the note that such files carry. Decodes the skeleton.
/// ErrorCode::unsupported, with the tensor's name, for elements that safetensors cannot hold, and where
/// no tensor of a model is known in the checkpoint.
Result<WeightsPlan> plan_weights(const Chain& chain, std::string_view run);

}  // namespace stepvault
