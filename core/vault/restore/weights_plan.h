// Plans to restore a checkpoint's weights without the data that only a training needs.
#pragma once

#include <string_view>

#include "vault/chain/chain.h"
#include "vault/restore/restore_plan.h"

namespace stepvault {

struct WeightsPlan {
    RestorePlan restore;
    std::uint64_t tensors = 0;  ///< tensors of the model in all files
};

/// Files that hold nothing of the training are restored unchanged: weights, configs, tokenizers. From a file
/// that holds both, the model's tensors go into one .safetensors file under the same name; from the files of
/// torch.distributed.checkpoint in one folder, they go into one `model.safetensors`, as whole tensors. Leaves
/// out optimizers, schedulers, generators, and data that only a training reads.
///
/// A tensor that shares its storage is written once for each of its names, and a strided tensor is written
/// row by row. Tensors without elements have no bytes, so they are not known here and are missing from made
/// files. `run`: the run's name, for the note in made files. Decodes the skeleton. ErrorCode::unsupported,
/// with the tensor's name, for elements that safetensors cannot hold, and if no tensor of a model is known in
/// the checkpoint.
Result<WeightsPlan> plan_weights(const Chain& chain, std::string_view run);

}  // namespace stepvault
