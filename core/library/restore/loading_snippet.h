#pragma once

#include <filesystem>
#include <string>

namespace stepvault {

/// Python code that loads a checkpoint and resumes from it, for the framework that its files and the names in
/// them tell: Hugging Face's Trainer, Accelerate, Lightning, DeepSpeed, torch.distributed.checkpoint, plain
/// PyTorch, safetensors, Keras or NumPy. Comments mark objects that only the training script can make. Empty
/// where nothing is known. `path`: a file or folder; reads headers and pickles, executes nothing. Ends with a
/// line end.
std::string loading_snippet(const std::filesystem::path& path);

}  // namespace stepvault
