// The rules of frameworks for complete checkpoint folders.
#pragma once

#include <optional>

#include "base/result.h"
#include "metrics/trainer_state.h"
#include "run/completeness.h"

namespace stepvault {

/// The folder's trainer_state.json; nullopt where the file is missing or incomplete.
Result<std::optional<TrainerState>> read_trainer_state(const OpenCheckpoint& checkpoint);

/// ErrorCode::incomplete, with the reason, unless all of these hold:
/// - there is no checkpoint-is-incomplete.txt (Hugging Face writes it while a signal handler saves);
/// - trainer_state.json, which the Trainer writes last, is complete, and has step N in a folder checkpoint-N;
///   a folder checkpoint-N with other files that only the Trainer writes has a trainer_state.json;
/// - every shard that a *.safetensors.index.json or *.bin.index.json names exists, and together they are no
///   smaller than the tensors' total_size;
/// - beside *.distcp files there is the .metadata that torch.distributed.checkpoint writes last;
/// - for an Orbax checkpoint, neither the folder's name nor a name in it ends in .orbax-checkpoint-tmp; and,
///   unless the checkpoint is marked as committed, its metadata are complete, the manifests of its processes
///   were merged into one, and it has a commit_success.txt if a checkpoint beside it has one.
Status check_folder_complete(const OpenCheckpoint& checkpoint, const std::optional<TrainerState>& state);

/// ErrorCode::incomplete, with the reason, unless all data files that a TensorFlow index names exist with at
/// least the needed size. Call after the files were inspected.
Status check_bundles(const OpenCheckpoint& checkpoint);

}  // namespace stepvault
