// The backends of a vault: they keep core free of SQLite.
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

/// Makes the catalog of a vault, whose folder is there by then.
using CatalogFactory = std::function<Result<std::unique_ptr<Catalog>>(const std::filesystem::path& vault)>;
/// Opens the part of a database of metrics that belongs to the run in `run_folder`. `alone`: no other run
/// lies where the database lies, or below.
using MetricSourceFactory = std::function<std::unique_ptr<MetricSource>(
    const std::filesystem::path& database, const std::filesystem::path& run_folder, bool alone)>;

/// What core has none of its own of, since it knows no SQLite: the faces bring db's.
struct Backends {
    CatalogFactory catalog;
    MetricSourceFactory metrics;  ///< none: databases are passed over

    template <std::convertible_to<CatalogFactory> Factory>
    Backends(Factory make_catalog, MetricSourceFactory open_metrics = {})
        : catalog(std::move(make_catalog)), metrics(std::move(open_metrics)) {}
};

}  // namespace stepvault
