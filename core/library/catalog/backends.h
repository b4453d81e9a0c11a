// The implementations that a LocalVault gets from its caller.
#pragma once

#include <concepts>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "base/result.h"
#include "library/catalog/catalog.h"
#include "metrics/metric_source.h"

namespace stepvault {

/// Makes the catalog of a vault, whose folder exists by then.
using CatalogFactory = std::function<Result<std::unique_ptr<Catalog>>(const std::filesystem::path& vault)>;
/// True for the fixed names of MLflow's databases.
inline bool has_mlflow_name(const std::filesystem::path& database) {
    return database.filename() == "mlflow.db" || database.filename() == "mlruns.db";
}
/// Opens the part of a database of metrics that belongs to the run in `run_folder`. `alone`: no other run
/// lies in the database's folder or below it; and for a database whose name is not MLflow's, no other one
/// lies beside it.
using MetricSourceFactory = std::function<std::unique_ptr<MetricSource>(
    const std::filesystem::path& database, const std::filesystem::path& run_folder, bool alone)>;

/// Implementations that core lacks because it does not use SQLite; the applications pass in those of db.
struct Backends {
    CatalogFactory catalog;
    MetricSourceFactory metrics;  ///< empty: databases are skipped

    template <std::convertible_to<CatalogFactory> Factory>
    Backends(Factory make_catalog, MetricSourceFactory open_metrics = {})
        : catalog(std::move(make_catalog)), metrics(std::move(open_metrics)) {}
};

}  // namespace stepvault
