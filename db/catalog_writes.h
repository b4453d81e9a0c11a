// Writes to the catalog. Each function runs inside the caller's transaction on `database`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/database.h"
#include "library/catalog/catalog.h"

namespace stepvault {

Status write_run(Database& database, const RunRow& run);
/// See Catalog::put_steps_seen().
Status write_steps_seen(Database& database, const std::map<std::string, std::int64_t>& modified_ns);
/// ErrorCode::not_found if the run is not in the catalog.
Status write_checkpoint(Database& database, const CheckpointRow& checkpoint,
                        const std::vector<TensorRow>& tensors);
/// Succeeds if there is nothing to remove.
Status delete_checkpoint(Database& database, const std::string& run_id, const std::string& id);
/// See Catalog::put_metrics(). ErrorCode::not_found if the run is not in the catalog.
Status write_metrics(Database& database, const std::string& run_id, const std::vector<SeriesChange>& changes,
                     std::uint64_t before, std::uint64_t end);

}  // namespace stepvault
