// The catalog's reads. What is not in the catalog gives an empty answer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/database.h"
#include "library/catalog.h"

namespace stepvault {

Result<std::vector<RunRow>> read_runs(Database& database);
Result<std::vector<CheckpointRow>> read_checkpoints(Database& database, const std::string& run_id);
Result<std::vector<TensorRow>> read_tensors(Database& database, const std::string& run_id,
                                            const std::string& checkpoint_id);
Result<std::vector<SeriesRow>> read_series(Database& database, const std::string& run_id);
Result<std::vector<MetricPoint>> read_points(Database& database, const std::string& run_id,
                                             const std::string& tag, std::optional<std::int64_t> after_step);

}  // namespace stepvault
