#pragma once

#include <filesystem>
#include <memory>

#include "metrics/metric_source.h"

namespace stepvault {

/// The metrics of a folder's run in a database of Trackio (<project>.db in TRACKIO_DIR). Source:
/// trackio/sqlite_storage.py in gradio-app/trackio: a row for each call of log(), whose column `metrics` is a
/// JSON object; times are ISO 8601. See DatabaseSource.
///
/// The folder's run is the newest one that meets the first of these conditions that any run meets: its
/// configuration names the folder (output_dir and the like), its name is the folder's, it is the only one,
/// `alone`.
///
/// MetricSource::hyperparameters() gives the run's configuration.
///
/// `run_folder`: absolute. `alone`: no other run lies in or below the folder of the database.
std::unique_ptr<MetricSource> open_trackio_database(const std::filesystem::path& file,
                                                    const std::filesystem::path& run_folder, bool alone);

}  // namespace stepvault
