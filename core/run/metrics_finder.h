// Which files of a folder hold a run's metrics. Looks at names, and into tables and lines of JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "run/folder_listing.h"

namespace stepvault {

/// The metrics files of `folder`, oldest first: in natural order of their names, which is that of the times
/// in them. trainer_state.json is not among them.
///
/// - Tables and lines of JSON count only where a step or a loss is in them; 64 of them are looked into.
/// - What Lightning, Ultralytics and MMEngine write twice is taken once: metrics.csv, results.csv and
///   scalars.json rather than event files or a <time>.json beside them.
/// - TensorBoard's: events_of_run().
/// - A folder named wandb: the logs of the newest run in it, with those of the runs that it resumed.
/// - A run of MLflow's file store: all files below metrics/.
/// `events`: events_of_run().
std::vector<std::filesystem::path> metrics_in(const std::filesystem::path& folder,
                                              const FolderListing& listing,
                                              const std::vector<std::filesystem::path>& events);

/// TensorBoard's event files of the folder, in natural order of their names, and those that part the curves
/// of its run: in folders named train, validation, val, eval or test, and in those of is_scalars_folder().
std::vector<std::filesystem::path> events_of_run(const std::filesystem::path& folder,
                                                 const FolderListing& listing);

/// Seconds since the epoch: when the newest of these was begun, if its name tells, or written last.
std::int64_t metrics_time(const std::vector<std::filesystem::path>& metrics);

/// wandb, mlruns, runs, logs, lightning_logs, ...: what loggers write right there belongs to the folder
/// above, unless there are checkpoints with it.
bool is_logger_folder_name(std::string_view name);

}  // namespace stepvault
