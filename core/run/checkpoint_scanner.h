// Which runs and checkpoints lie in a folder. Looks at names and folders only, opens nothing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// A file or folder that is, by its name, one checkpoint.
struct CheckpointCandidate {
    std::filesystem::path path;
    bool is_folder = false;
    /// Path below the run's folder ("checkpoints/epoch=0-step=20.ckpt"): the checkpoint's source name.
    std::string source;
    /// Regular files of it, sorted, relative to `path`; for a single file one entry, the empty string.
    std::vector<std::string> files;
};

struct RunFolder {
    std::filesystem::path folder;                  ///< absolute
    std::vector<CheckpointCandidate> checkpoints;  ///< in natural order of their source names
    /// *.jsonl, *.csv, metrics.json and scalars.json, and the newest trainer_state.json.
    std::vector<std::filesystem::path> metrics;
};

/// The runs at or below `root`: root itself if it holds checkpoints or metrics, else its subfolders, 4
/// levels.
///
/// Folders named checkpoints, weights or ckpts belong to the run above them. So do the checkpoints of any
/// other subfolder that has no metrics, where the folder above has metrics and this is the only run below it.
///
/// A folder with metrics only, above several runs with checkpoints, is no run of its own.
///
/// A run whose metrics lie deeper (lightning_logs/version_0, vis_data) gets those of the newest such folder.
///
/// Parts of a Hugging Face save (model.safetensors, optimizer.pt, ...) beside checkpoint-N folders are passed
/// over: they are the last checkpoint once more.
///
/// Temporary names (*.tmp, tmp-checkpoint-*, ...), hidden folders, folders of restored checkpoints
/// (*-restored) and symbolic links are passed over. A folder that vanishes or may not be read is not an
/// error, except `root`.
Result<std::vector<RunFolder>> scan_runs(const std::filesystem::path& root);

/// One file or folder, whatever its name, as a checkpoint; its source is its own name.
Result<CheckpointCandidate> checkpoint_at(const std::filesystem::path& path);

}  // namespace stepvault
