#pragma once

#include <filesystem>
#include <memory>

#include "metrics/metric_source.h"

namespace stepvault {

/// The metrics of a folder's run (find_mlflow_run()) in an MLflow database (mlflow.db). Source:
/// mlflow/store/tracking/dbmodels/models.py and sqlalchemy_store.py in mlflow/mlflow: NaN is a flag,
/// infinities are the largest doubles, times are milliseconds.
///
/// See DatabaseSource. Rows that hold no metric are skipped.
///
/// MetricSource::hyperparameters() gives the run's parameters.
///
/// `run_folder`: absolute. `alone`: no other run lies in or below the folder of the database.
std::unique_ptr<MetricSource> open_mlflow_database(const std::filesystem::path& file,
                                                   const std::filesystem::path& run_folder, bool alone);

}  // namespace stepvault
