// Finds the files of a folder that hold a run's metrics. Reads names, and the contents of tables and lines of
// JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

#include "run/folder_listing.h"

namespace stepvault {

/// The metrics files of `folder`, oldest first: in natural order of their names, which contain times.
/// Excludes trainer_state.json.
///
/// - Tables and lines of JSON count only if they contain a step or a loss; at most 64 of them are read.
/// - Metrics that Lightning, Ultralytics and MMEngine write twice are taken once: metrics.csv, results.csv
///   and scalars.json rather than event files or a <time>.json beside them.
/// - TensorBoard's: events_of_run().
/// - A folder named wandb: the logs of its newest run, with those of the runs that it resumed.
/// - A run of MLflow's file store: all files below metrics/.
/// `events`: events_of_run().
std::vector<std::filesystem::path> metrics_in(const std::filesystem::path& folder,
                                              const FolderListing& listing,
                                              const std::vector<std::filesystem::path>& events);

/// TensorBoard's event files of the folder, in natural order of their names, including those that split the
/// curves of its run: in folders named train, validation, val, eval or test, and in those of
/// is_scalars_folder().
std::vector<std::filesystem::path> events_of_run(const std::filesystem::path& folder,
                                                 const FolderListing& listing);

/// Seconds since the epoch: the time in the name of the newest file, if it has one, otherwise its last
/// modification.
std::int64_t metrics_time(const std::vector<std::filesystem::path>& metrics);

/// True for wandb, mlruns, runs, logs, lightning_logs, ...: metrics directly in such a folder belong to the
/// folder above, unless there are checkpoints with them.
bool is_logger_folder_name(std::string_view name);

}  // namespace stepvault
