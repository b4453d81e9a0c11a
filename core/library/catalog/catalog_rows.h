// From what the vault holds to the rows of the catalog: the one place that decides them, for filing and
// reindex alike.
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

/// Its rows. Who may not read it may not read the catalog from then on.
Status put_step(Catalog& catalog, const StepFile& step);

/// Who may not read the log of `metrics` may not read the catalog.
Status restrict_to_log(Catalog& catalog, const RunMetrics& metrics);

/// Where the catalog's list of a run's checkpoints is not that of its step files.
struct StepDifferences {
    std::vector<std::string> missing;  ///< from the catalog, or of another size there
    std::vector<std::string> gone;     ///< from the vault, as they were removed or set aside
    std::vector<std::string> lost;     ///< from the vault, although they were not
    bool unread = false;               ///< the folder could not be read, which says nothing of what it holds

    /// What is lost is no reason to forget it.
    [[nodiscard]] bool none() const { return missing.empty() && gone.empty(); }
};

/// Reads the names and sizes of the run's step files.
Result<StepDifferences> step_differences(Catalog& catalog, const std::string& run_id,
                                         const std::filesystem::path& run_folder);

/// Makes the run's curves in the catalog those of `metrics`. `before`: what Catalog::metrics_end() said
/// before these were read. ErrorCode::changed where it says something else by now.
Status put_all_metrics(Catalog& catalog, const std::string& run_id, RunMetrics& metrics,
                       std::uint64_t before);

}  // namespace stepvault
