// The tensors of well-known models in training, by shape alone: the contents of a checkpoint with AdamW's
// state.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "partition/partition_tree.h"

namespace stepvault {

/// Factors to enlarge a published model.
struct ModelScale {
    std::uint32_t depth = 1;  ///< factor for the number of layers
    std::uint32_t width = 1;  ///< factor for the width
};

/// "bert-large", "gpt2-small", "gpt2-medium", "gpt2-xl", "resnet-50", "vit-b-16", "llama-7b".
std::span<const std::string_view> model_names();

/// Tensors in the layout of torch.save({"model": ..., "optimizer": {"state": ...}}): the state dict by the
/// names of the original implementation, then for each parameter its step (a tensor of one fp32), exp_avg and
/// exp_avg_sq. Tied weights count once. All fp32, except llama-7b's weights in bf16 (its moments in fp32). By
/// published hyperparameters. ErrorCode::not_found for other names, invalid_argument for factors outside 1 to
/// 1000.
Result<std::vector<ListedTensor>> model_shapes(std::string_view name, const ModelScale& scale = {});

/// GPT-2 with other hyperparameters; vocabulary 50257, 1024 positions.
std::vector<ListedTensor> gpt_shapes(std::uint64_t layers, std::uint64_t width);

}  // namespace stepvault
