// Makes the rows of the catalog from the vault's contents: the only place that does, both for storing
// checkpoints and for reindexing.
#pragma once

#include <filesystem>
#include <vector>

#include "library/catalog/catalog.h"
#include "vault/format/step_file.h"
#include "vault/records/run_record.h"
#include "vault/run/run_metrics.h"

namespace stepvault {

RunRow run_row(const RunRecord& record);
CheckpointRow checkpoint_row(const StepFile& step);
std::vector<TensorRow> tensor_rows(const StepFile& step);

/// Puts the rows of a step into the catalog.
Status put_step(Catalog& catalog, const StepFile& step);

/// Differences between the catalog's list of a run's checkpoints and the run's step files.
struct StepDifferences {
    std::vector<std::string> missing;  ///< missing from the catalog, or of another size there
    std::vector<std::string> gone;     ///< missing from the vault because they were removed or set aside
    std::vector<std::string> lost;     ///< missing from the vault for no known reason
    bool unread = false;               ///< the folder could not be read, so its contents are unknown

    /// Ignores `lost`, because the catalog must not forget lost checkpoints.
    [[nodiscard]] bool none() const { return missing.empty() && gone.empty(); }
};

/// Reads the names and sizes of the run's step files.
Result<StepDifferences> step_differences(Catalog& catalog, const std::string& run_id,
                                         const std::filesystem::path& run_folder);

/// Replaces the run's curves in the catalog with those of `metrics`. `before`: the result of
/// Catalog::metrics_end() before `metrics` was read. ErrorCode::changed if that result is different by now.
Status put_all_metrics(Catalog& catalog, const std::string& run_id, RunMetrics& metrics,
                       std::uint64_t before);

}  // namespace stepvault
