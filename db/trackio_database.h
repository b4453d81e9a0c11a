#pragma once

#include <filesystem>
#include <memory>

#include "metrics/metric_source.h"

namespace stepvault {

/// The metrics of a folder's run in a database of Trackio (<project>.db in TRACKIO_DIR). Source:
/// trackio/sqlite_storage.py in gradio-app/trackio: a row for each call of log(), whose column `metrics` is a
/// JSON object; times are ISO 8601. See DatabaseSource.
///
/// The folder's run is the newest one whose configuration names the folder (output_dir and the like), else
/// the newest one of the folder's name, else, where the folder is `alone`, the newest one.
///
/// MetricSource::hyperparameters() gives the run's configuration.
///
/// `run_folder`: absolute. `alone`: no other run, and no other database, lies in or below the database's
/// folder.
std::unique_ptr<MetricSource> open_trackio_database(const std::filesystem::path& file,
                                                    const std::filesystem::path& run_folder, bool alone);

}  // namespace stepvault
