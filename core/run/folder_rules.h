// What the frameworks promise about a checkpoint folder that is all there.
#pragma once

#include <optional>

#include "base/result.h"
#include "metrics/trainer_state.h"
#include "run/completeness.h"

namespace stepvault {

/// The folder's trainer_state.json; nullopt where it has none, or none that is whole.
Result<std::optional<TrainerState>> read_trainer_state(const OpenCheckpoint& checkpoint);

/// ErrorCode::incomplete, with the reason, unless all of these hold:
/// - no checkpoint-is-incomplete.txt (Hugging Face, written while a signal handler saves);
/// - trainer_state.json, which the Trainer writes last, is whole, and of step N in a folder checkpoint-N; a
/// folder
///   checkpoint-N with other files that only the Trainer writes has one;
/// - every shard that a *.safetensors.index.json or *.bin.index.json names is there, and they are no smaller
///   together than the tensors' total_size;
/// - beside *.distcp files there is the .metadata that torch.distributed.checkpoint writes last;
/// - of an Orbax checkpoint neither the folder's name nor one in it ends in .orbax-checkpoint-tmp; and,
/// unless it says that it
///   is committed: its metadata are whole, the manifests of its processes were merged into one, and it has a
///   commit_success.txt where one beside it does.
Status check_folder_complete(const OpenCheckpoint& checkpoint, const std::optional<TrainerState>& state);

/// The same unless all data files that a TensorFlow index names are there, and as long as it needs them. For
/// after the files were inspected.
Status check_bundles(const OpenCheckpoint& checkpoint);

}  // namespace stepvault
