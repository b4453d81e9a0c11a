// Hugging Face's training_args.bin: the arguments of a Trainer, as torch.save pickled them.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "metrics/hyperparameter.h"

namespace stepvault {

/// The plain values, sorted by key: numbers, flags, texts, enums by their value, lists and dicts of these,
/// and the plain attributes of objects. Leaves out all other objects, and names that begin with '_'. Nothing
/// in the file is executed. Limits against hostile input: 4 MiB, 32 levels, and those of flatten_settings().
/// Errors name the path. ErrorCode::corrupt, limit, not_found, permission, io.
Result<std::vector<Hyperparameter>> read_training_arguments(const std::filesystem::path& path);

}  // namespace stepvault
