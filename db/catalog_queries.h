// Reads runs and checkpoints from the catalog. If the run or checkpoint is not in the catalog, the result is
// empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/database.h"
#include "library/catalog/catalog.h"

namespace stepvault {

Result<std::vector<RunRow>> read_runs(Database& database);
Result<std::vector<RunRevision>> read_revisions(Database& database);
Result<std::vector<CheckpointRow>> read_checkpoints(Database& database, const std::string& run_id);
Result<std::vector<StepSize>> read_step_sizes(Database& database, const std::string& run_id);
Result<std::map<std::string, std::int64_t>> read_steps_seen(Database& database);
Result<CheckpointTotals> read_checkpoint_totals(Database& database, const std::string& run_id);
Result<std::vector<double>> read_newest_saves(Database& database, const std::string& run_id,
                                              std::size_t count);
Result<std::vector<TensorRow>> read_tensors(Database& database, const std::string& run_id,
                                            const std::string& checkpoint_id);

}  // namespace stepvault
