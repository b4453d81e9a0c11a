// The catalog's reads of runs and checkpoints. What is not in the catalog gives an empty answer.
#pragma once

#include <string>
#include <vector>

#include "db/database.h"
#include "library/catalog.h"

namespace stepvault {

Result<std::vector<RunRow>> read_runs(Database& database);
Result<std::vector<CheckpointRow>> read_checkpoints(Database& database, const std::string& run_id);
Result<std::vector<TensorRow>> read_tensors(Database& database, const std::string& run_id,
                                            const std::string& checkpoint_id);

}  // namespace stepvault
