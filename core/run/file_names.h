// What names in a run's folder mean.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepvault {

/// What the Hugging Face Trainer writes last into each of its checkpoints.
inline constexpr std::string_view trainer_state_name = "trainer_state.json";

/// Names of files and folders that are still being written, by Stepvault or by a framework.
bool is_unfinished_name(std::string_view name);

/// checkpoint-500.pth.tar, model.safetensors, ...; a .zip may be one: is_other_zip().
bool is_checkpoint_file_name(std::string_view name);
/// checkpoint-500, step_500, global_step500, iter_0000500, epoch=0-step=20.ckpt, ...
bool is_checkpoint_folder_name(std::string_view name);
/// The N of checkpoint-N, as the Hugging Face Trainer names its folders; nullopt for all else.
std::optional<std::int64_t> trainer_step(std::string_view name);
/// Files that a Hugging Face save consists of: model.safetensors, optimizer.pt, shards, ...
bool is_save_part_name(std::string_view name);

/// checkpoints, weights, ckpts, ...
bool is_member_folder_name(std::string_view name);
/// Of any format that has a MetricSource, trainer_state.json aside, of which only the newest counts.
bool is_metrics_file_name(std::string_view name);

}  // namespace stepvault
