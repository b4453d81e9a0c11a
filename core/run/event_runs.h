// Runs as TensorBoard shows them: each folder with event files is a run.
#pragma once

#include <filesystem>
#include <vector>

#include "run/checkpoint_scanner.h"

namespace stepvault {

/// True for a run with event files and without checkpoints.
bool is_event_run(const RunFolder& run);

/// Whether the run lies in a folder that loggers write into (runs, logs, lightning_logs, ...), which itself
/// lies in `folder`.
bool is_in_logger_folder(const RunFolder& run, const std::filesystem::path& folder);

/// Removes from `below` the event runs that are not separate runs beside a run in `folder` with
/// `event_files`: those that hold a part of its curves, and those in which SummaryWriter.add_hparams and the
/// Trainer keep settings.
void remove_parts(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& event_files,
                  std::vector<RunFolder>& below);

/// Moves the checkpoints of `owners`, which lie in or below `folder` and have no metrics, to the runs in
/// `logs` that they belong to. A checkpoint belongs to the run whose name is a prefix of the checkpoint's
/// name, or is the name of a folder on its path; otherwise to the run that was being written at the time of
/// the checkpoint. That is the run of the event file begun last before that time, unless the file ended more
/// than a day before, or another run continued beside it.
///
/// A run of `logs` that gets checkpoints lies in `folder` from then on, with its own folder as its series.
/// Owners keep the remaining checkpoints; owners without any are dropped. Returns all runs. `depth`: that of
/// `folder` in the scan.
std::vector<RunFolder> match_checkpoints(const std::filesystem::path& folder, int depth,
                                         std::vector<RunFolder>&& owners, std::vector<RunFolder>&& logs);

}  // namespace stepvault
