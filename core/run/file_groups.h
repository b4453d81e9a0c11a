// Which files of one folder are one checkpoint together, by their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepvault {

struct FileGroup {
    /// What the checkpoint is called: the file's own name, or what its files have in common
    /// ("model.safetensors" for its shards, "ckpt-5" for a TensorFlow bundle, else the first file's name).
    std::string name;
    std::vector<std::string> files;  ///< sorted
};

/// Every file that is, or belongs to, a checkpoint lies in exactly one group; all other names are left out.
/// Together are: shards with their index; what a Hugging Face save consists of; the index and data files of a
/// TensorFlow bundle; the files of one distributed save; and parts of a model whose names agree in the rest
/// (G_100.pth with D_100.pth, model_best.pt with optimizer_best.pt). `names` must be sorted.
std::vector<FileGroup> group_files(const std::vector<std::string>& names);

/// True for names that speak of a part of a model (G_100.pth), of which others may lie beside it.
bool names_a_part(std::string_view name);

/// True for the files of a folder that one distributed save fills (torch.distributed.checkpoint, DeepSpeed,
/// Orbax), whatever the folder is called.
bool is_distributed_save(const std::vector<std::string>& names);

/// What stands before the step's number in a file's name, where that tells one run from another in the same
/// folder ("lora-cat" of "lora-cat-step00000100.safetensors"). Empty for names that say nothing but what they
/// are (model_100.pt, best-epoch3.ckpt); nullopt for names without a number.
std::optional<std::string> series_of(std::string_view name);

}  // namespace stepvault
