#pragma once

#include <filesystem>
#include <memory>

#include "metrics/metric_source.h"

namespace stepvault {

/// The metrics of the run in an MLflow database (mlflow.db) that belongs to a folder (find_mlflow_run).
/// Source: mlflow/store/tracking/dbmodels/models.py and sqlalchemy_store.py in mlflow/mlflow: NaN is a flag,
/// infinities are the largest doubles, times are milliseconds.
///
/// Rows come in the order in which they were added (rowid); those of another run, or of a database that was
/// replaced, come from their start. Rows that hold no metric are passed over. A database of another kind
/// gives no points. See ForeignDatabase for those that are in use, damaged or hostile.
///
/// `run_folder`: absolute. `alone`: no other run lies where the database lies, or below.
std::unique_ptr<MetricSource> open_mlflow_database(const std::filesystem::path& file,
                                                   const std::filesystem::path& run_folder, bool alone);

}  // namespace stepvault
