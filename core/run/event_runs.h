// Runs as TensorBoard shows them: each folder that holds event files is one.
#pragma once

#include <filesystem>
#include <vector>

#include "run/checkpoint_scanner.h"

namespace stepvault {

/// A run with event files and without checkpoints.
bool is_event_run(const RunFolder& run);

/// Whether it lies in a folder that loggers write into (runs, logs, lightning_logs, ...), which lies in
/// `folder`.
bool is_in_logger_folder(const RunFolder& run, const std::filesystem::path& folder);

/// Removes from `below` the event runs that are no runs of their own beside one in `folder` that has
/// `event_files`: those that hold a part of them, and those in which SummaryWriter.add_hparams and the
/// Trainer keep settings.
void remove_parts(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& event_files,
                  std::vector<RunFolder>& below);

/// Hands the checkpoints of `owners`, which lie in or below `folder` and have no metrics, to those of `logs`
/// that they belong to. A checkpoint belongs to the run whose name its own name begins with, or is the name
/// of a folder on its path; else to the run that was being written at the time of the checkpoint. The event
/// file that was begun last before that time decides, unless it ended more than a day before, or another run
/// went on writing beside it.
///
/// A run of `logs` that gets checkpoints lies in `folder` from then on, with its own folder as its series.
/// Owners keep what is left over; those without any are gone. Returns all of them. `depth`: that of `folder`
/// in the scan.
std::vector<RunFolder> match_checkpoints(const std::filesystem::path& folder, int depth,
                                         std::vector<RunFolder>&& owners, std::vector<RunFolder>&& logs);

}  // namespace stepvault
