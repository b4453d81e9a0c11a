// Reads curves from the catalog. If the run or tag is not in the catalog, the result is empty.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/database.h"
#include "library/catalog/catalog.h"

namespace stepvault {

Result<std::vector<SeriesRow>> read_series(Database& database, const std::string& run_id);
Result<std::vector<MetricPoint>> read_points(Database& database, const std::string& run_id,
                                             const std::string& tag, std::optional<std::int64_t> after_step,
                                             std::optional<std::int64_t> until_step);
Result<std::vector<PointSummary>> read_summaries(Database& database, const std::string& run_id,
                                                 const std::string& tag);
/// See Catalog::chart(). Reads the points only of blocks in which a column begins or ends.
Result<std::vector<PointSummary>> read_chart(Database& database, const std::string& run_id,
                                             const std::string& tag, const ChartRange& range,
                                             std::size_t columns);
Result<std::uint64_t> read_metrics_end(Database& database, const std::string& run_id);

}  // namespace stepvault
