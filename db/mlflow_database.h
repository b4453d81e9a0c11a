#pragma once

#include <filesystem>
#include <memory>

#include "metrics/metric_source.h"

namespace stepvault {

/// The metrics of a folder's run (find_mlflow_run()) in an MLflow database (mlflow.db). Source:
/// mlflow/store/tracking/dbmodels/models.py and sqlalchemy_store.py in mlflow/mlflow: NaN is a flag,
/// infinities are the largest doubles, times are milliseconds.
///
/// Rows come in the order in which they were added (rowid). If the folder's run changes, or the database is
/// replaced, reading begins again with the first row. Rows that hold no metric are skipped. A database of
/// another kind gives no points. For databases that are in use, damaged or hostile, see ForeignDatabase.
///
/// MetricSource::hyperparameters() gives the run's parameters.
///
/// `run_folder`: absolute. `alone`: no other run lies in or below the folder of the database.
std::unique_ptr<MetricSource> open_mlflow_database(const std::filesystem::path& file,
                                                   const std::filesystem::path& run_folder, bool alone);

}  // namespace stepvault
