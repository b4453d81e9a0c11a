// Which runs and checkpoints lie in a folder. Looks at names and folders only, and into what may be metrics.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/text.h"

namespace stepvault {

/// A file, a folder, or some files of a folder that are, by their names, one checkpoint.
struct CheckpointCandidate {
    std::filesystem::path path;
    bool is_folder = false;
    /// Path below the run's folder ("checkpoints/epoch=0-step=20.ckpt"): the checkpoint's source name. For
    /// files of a folder, what they are called together (FileGroup).
    std::string source;
    /// Regular files of it, sorted, relative to `path`; for a single file one entry, the empty string.
    std::vector<std::string> files;
    bool chosen = false;  ///< `path` holds more than `files`
    /// Symbolic links in a folder, below `path`: they are not followed, so what they lead to is left out.
    std::vector<std::string> links = {};

    /// Where one of `files` lies.
    [[nodiscard]] std::filesystem::path path_of(const std::string& file) const {
        return file.empty() ? path : path / file;
    }
    /// The same below the run's folder.
    [[nodiscard]] std::string source_of(const std::string& file) const {
        if (file.empty()) return source;
        return (chosen ? std::string(folder_prefix(source)) : source + '/') + file;
    }
};

/// What has a checkpoint's name and is none of its own, and why.
struct PassedOver {
    std::string source;  ///< below the run's folder
    std::string reason;
    bool is_unreadable = false;  ///< a folder that could not be read; it may be readable later
};

/// How checkpoints that lie beside several runs' event files were given to one of them.
enum class Match {
    unasked,
    by_name,
    by_time,
    none,  ///< they belong to none: a run of their own
};

/// A run, as its folder shows it.
struct RunFolder {
    std::filesystem::path folder;  ///< absolute
    /// What the names of its files begin with, where that may tell it from other runs in the folder; or, with
    /// a '/' at its end, the folder below `folder` where it writes its metrics, while it writes its
    /// checkpoints elsewhere in `folder`.
    std::string series;
    std::vector<CheckpointCandidate> checkpoints;  ///< in natural order of their source names
    /// Oldest first (metrics_in); then the newest trainer_state.json.
    std::vector<std::filesystem::path> metrics;
    std::vector<PassedOver> passed_over;
    /// TensorBoard's, also where others are its metrics.
    std::vector<std::filesystem::path> event_files = {};
    Match match = Match::unasked;
    /// Folders and series that it had with less of its files.
    std::vector<std::pair<std::filesystem::path, std::string>> known_as = {};
    /// What scan_runs() must be given to see this run without the others of the root.
    std::filesystem::path scan_folder = {};
    int scan_depth = 0;
    /// Where its metrics lie.
    [[nodiscard]] std::filesystem::path metrics_folder() const {
        return series.ends_with('/') ? folder / series.substr(0, series.size() - 1) : folder;
    }
    /// False where there is nothing but what was passed over.
    [[nodiscard]] bool is_run() const { return !checkpoints.empty() || !metrics.empty(); }
    /// Where one of `passed_over` lies.
    [[nodiscard]] std::filesystem::path path_of(const PassedOver& p) const {
        return p.source.empty() ? folder : folder / p.source;
    }
};

/// Whether the folders below a run with checkpoints are looked into for further runs.
enum class Below { seen, unseen };

/// The runs at or below `root`, 4 levels, and 4 below a folder that loggers write into (runs, logs, ...):
/// folders that hold checkpoints or metrics, and below those with metrics alone only such with checkpoints or
/// event files.
///
/// Each folder with TensorBoard's event files is a run, as TensorBoard shows it, but for those that hold a
/// part of the curves of the run above (events_of_run()), and for runs/ in the output folder of a Hugging
/// Face Trainer, which belongs to the run that saves there. Checkpoints without metrics beside such runs go
/// to the one that they fit, else they are a run of their own (match_checkpoints()).
///
/// Folders named checkpoints, weights or the like belong to the run above them. So do the checkpoints of any
/// other subfolder that has no metrics, where the folder above has metrics and this is the only run below it.
///
/// A folder with metrics only, above several runs with checkpoints, is no run of its own.
///
/// A run whose other metrics lie deeper (vis_data, wandb) gets those of the newest such folder. Other metrics
/// that loggers wrote without checkpoints (wandb, mlruns, ...) are never a run of their own: the folder above
/// is one, with the newest of them.
///
/// Symbolic links to checkpoints are passed over, as are folders of checkpoints that cannot be read whole. A
/// folder that has nothing else is told of without checkpoints and metrics: it is no run.
///
/// Files that lie directly in a run's folder, with names of several series (series_of()), are several runs,
/// unless the folder has metrics whose names do not begin with one of the series.
///
/// Temporary names (*.tmp, tmp-checkpoint-*, ...), hidden folders, folders of restored checkpoints
/// (*-restored) and other symbolic links are not seen. A folder that vanishes or may not be read is not an
/// error, except `root`.
///
/// `depth`: how many levels `root` lies below what is scanned as a whole, which is looked at so much deeper.
Result<std::vector<RunFolder>> scan_runs(const std::filesystem::path& root, int depth = 0,
                                         Below below_runs = Below::seen);

/// One file or folder, whatever its name, as a checkpoint; its source is its own name.
Result<CheckpointCandidate> checkpoint_at(const std::filesystem::path& path);

/// False where files that lie beside a candidate's own, and were not there when it was found, belong to the
/// same checkpoint.
bool is_still_grouped(const CheckpointCandidate& candidate);

/// The candidate that had this source and these files in a scan; of unknown files, what lies at its path.
Result<CheckpointCandidate> checkpoint_again(const std::filesystem::path& run_folder,
                                             const std::string& source, std::vector<std::string> files);

}  // namespace stepvault
