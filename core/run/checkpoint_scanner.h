// Finds the runs and checkpoints in a folder. Reads only names and folders, and the contents of possible
// metrics files.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text.h"

namespace stepvault {

/// A file, a folder, or some files of a folder whose names make them one checkpoint.
struct CheckpointCandidate {
    std::filesystem::path path;
    bool is_folder = false;
    /// Path below the run's folder ("checkpoints/epoch=0-step=20.ckpt"): the checkpoint's source name. For
    /// several files of a folder, their common name (FileGroup).
    std::string source;
    /// Its regular files, sorted, relative to `path`; for a single file one entry, the empty string.
    std::vector<std::string> files;
    bool chosen = false;  ///< `path` holds more than `files`
    /// Symbolic links in a folder, below `path`: they are not followed, so their targets are left out.
    std::vector<std::string> links = {};

    /// Path of one of `files`.
    [[nodiscard]] std::filesystem::path path_of(const std::string& file) const {
        return file.empty() ? path : path / file;
    }
    /// The same path, below the run's folder.
    [[nodiscard]] std::string source_of(const std::string& file) const {
        if (file.empty()) return source;
        return (chosen ? std::string(folder_prefix(source)) : source + '/') + file;
    }
};

/// An entry that has a checkpoint's name but is not taken as a checkpoint, with the reason.
struct PassedOver {
    std::string source;  ///< below the run's folder
    std::string reason;
    bool is_unreadable = false;  ///< an unreadable folder, which may become readable later
};

/// How checkpoints beside the event files of several runs were assigned to a run.
enum class Match {
    unasked,
    by_name,
    by_time,
    none,  ///< they belong to no other run, and form a run of their own
};

/// A run, as found in its folder.
struct RunFolder {
    std::filesystem::path folder;  ///< absolute
    /// The prefix of its file names, where that may distinguish it from other runs in the folder; or, with a
    /// '/' at the end, the folder below `folder` that holds its metrics while its checkpoints are elsewhere
    /// in `folder`.
    std::string series;
    std::vector<CheckpointCandidate> checkpoints;  ///< in natural order of their source names
    /// Oldest first (metrics_in); then the newest trainer_state.json.
    std::vector<std::filesystem::path> metrics;
    std::vector<PassedOver> passed_over;
    /// TensorBoard's event files, even where other files are its metrics.
    std::vector<std::filesystem::path> event_files = {};
    Match match = Match::unasked;
    /// Folders and series under which it was found when fewer of its files existed.
    std::vector<std::pair<std::filesystem::path, std::string>> known_as = {};
    /// Arguments of scan_runs() that find this run without the other runs of the root.
    std::filesystem::path scan_folder = {};
    int scan_depth = 0;
    /// The folder of its metrics.
    [[nodiscard]] std::filesystem::path metrics_folder() const {
        return series.ends_with('/') ? folder / series.substr(0, series.size() - 1) : folder;
    }
    /// False if it has only entries that were passed over.
    [[nodiscard]] bool is_run() const { return !checkpoints.empty() || !metrics.empty(); }
    /// Path of one of `passed_over`.
    [[nodiscard]] std::filesystem::path path_of(const PassedOver& p) const {
        return p.source.empty() ? folder : folder / p.source;
    }
};

/// Whether the scan looks for further runs below a run with checkpoints.
enum class Below { seen, unseen };

/// Finds the runs at or below `root`, 4 levels deep, and 4 below a folder that loggers write into (runs,
/// logs, ...): folders that hold checkpoints or metrics. Below a folder that has only metrics, only folders
/// with checkpoints or event files count.
///
/// Each folder with TensorBoard's event files is a run, as in TensorBoard, except folders that hold a part of
/// the curves of the run above (events_of_run()), and runs/ in the output folder of a Hugging Face Trainer,
/// which belongs to the run that saves there. Checkpoints without metrics beside such runs go to the run that
/// they fit, or else form a run of their own (match_checkpoints()).
///
/// Folders named checkpoints, weights or similar belong to the run above them. The checkpoints of any other
/// subfolder without metrics also belong to the run above, if the folder above has metrics and the subfolder
/// is the only run below it.
///
/// A folder that has only metrics, above several runs with checkpoints, is not a run.
///
/// A run whose other metrics lie deeper (vis_data, wandb) gets those of the newest such folder. Other metrics
/// that loggers wrote without checkpoints (wandb, mlruns, ...) are never a separate run: the folder above is
/// a run with the newest of them.
///
/// Symbolic links to checkpoints are passed over, as are folders of checkpoints that cannot be read
/// completely. A folder that has nothing else is returned without checkpoints and metrics: it is not a run.
///
/// Files directly in a run's folder, with names of several series (series_of()), are several runs, unless the
/// folder has metrics whose names begin with none of the series.
///
/// Ignores temporary names (*.tmp, tmp-checkpoint-*, ...), hidden folders, folders of restored checkpoints
/// (*-restored) and other symbolic links. A folder that vanishes or may not be read is not an error, except
/// `root`.
///
/// `depth`: levels of `root` below the top of a complete scan; the scan of `root` is shallower by that many
/// levels.
Result<std::vector<RunFolder>> scan_runs(const std::filesystem::path& root, int depth = 0,
                                         Below below_runs = Below::seen);

/// A file or folder as a checkpoint, whatever its name; its source is its own name.
Result<CheckpointCandidate> checkpoint_at(const std::filesystem::path& path);

/// False where files beside the candidate's own files have appeared since it was found and belong to the same
/// checkpoint.
bool is_still_grouped(const CheckpointCandidate& candidate);

/// The candidate that had this source and these files in a scan; if the files are unknown, the files at its
/// path.
Result<CheckpointCandidate> checkpoint_again(const std::filesystem::path& run_folder,
                                             const std::string& source, std::vector<std::string> files);

}  // namespace stepvault
