// From what the vault holds to the rows of the catalog: the one place that decides them, for filing and
// reindex alike.
#pragma once

#include <filesystem>
#include <vector>

#include "library/catalog.h"
#include "vault/run_metrics.h"
#include "vault/run_record.h"
#include "vault/step_file.h"

namespace stepvault {

RunRow run_row(const RunRecord& record);
CheckpointRow checkpoint_row(const StepFile& step);
std::vector<TensorRow> tensor_rows(const StepFile& step);

/// Makes the run's curves in the catalog those of `metrics`. `before`: what Catalog::metrics_end() said
/// before these were read. ErrorCode::changed where it says something else by now.
Status put_all_metrics(Catalog& catalog, const std::string& run_id, RunMetrics& metrics,
                       std::uint64_t before);

/// The same from the run's log of metrics in the vault.
Status index_metrics(Catalog& catalog, const std::string& run_id, const std::filesystem::path& run_folder);

}  // namespace stepvault
