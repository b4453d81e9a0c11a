// The meaning of names in a run's folder.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepvault {

/// The file that the Hugging Face Trainer writes last into each of its checkpoints.
inline constexpr std::string_view trainer_state_name = "trainer_state.json";
/// Stable-Baselines3 writes it beside the best model, which need not be the folder of a run.
inline constexpr std::string_view evaluations_name = "evaluations.npz";

/// True for files and folders that Stepvault or a framework is still writing.
bool is_unfinished_name(std::string_view name);

/// True for checkpoint-500.pth.tar, model.safetensors, ... A .zip needs a further check: is_other_zip().
bool is_checkpoint_file_name(std::string_view name);
/// True for checkpoint-500, step_500, global_step500, iter_0000500, epoch=0-step=20.ckpt, ...
bool is_checkpoint_folder_name(std::string_view name);
/// The N of checkpoint-N, the Hugging Face Trainer's name for its folders; nullopt for other names.
std::optional<std::int64_t> trainer_step(std::string_view name);
/// True for the files of a Hugging Face save: model.safetensors, optimizer.pt, shards, ...
bool is_save_part_name(std::string_view name);

/// True for checkpoints, weights, ckpts, ...
bool is_member_folder_name(std::string_view name);
/// True for any format that has a MetricSource, except trainer_state.json, of which only the newest counts.
bool is_metrics_file_name(std::string_view name);

}  // namespace stepvault
