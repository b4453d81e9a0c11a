// Groups the files of one folder that form a checkpoint together, by their names.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepvault {

struct FileGroup {
    /// Name of the checkpoint: the file's own name, or the common name of its files ("model.safetensors" for
    /// its shards, "ckpt-5" for a TensorFlow bundle, else the first file's name).
    std::string name;
    std::vector<std::string> files;  ///< sorted
};

/// Every file that is a checkpoint, or belongs to one, is in exactly one group; all other names are left out.
/// These files form a group: shards with their index; the files of a Hugging Face save; the index and data
/// files of a TensorFlow bundle; the files of one distributed save; and parts of a model whose names
/// otherwise agree (G_100.pth with D_100.pth, model_best.pt with optimizer_best.pt). `names` must be sorted.
std::vector<FileGroup> group_files(const std::vector<std::string>& names);

/// True for names of a part of a model (G_100.pth), beside which other parts may lie.
bool names_a_part(std::string_view name);

/// True for the files of a folder that belongs to one distributed save (torch.distributed.checkpoint,
/// DeepSpeed, Orbax), whatever the folder's name.
bool is_distributed_save(const std::vector<std::string>& names);

/// The prefix before the step's number in a file's name, where that distinguishes runs in the same folder
/// ("lora-cat" of "lora-cat-step00000100.safetensors"). Empty for names that only describe the kind of file
/// (model_100.pt, best-epoch3.ckpt); nullopt for names without a number.
std::optional<std::string> series_of(std::string_view name);

}  // namespace stepvault
