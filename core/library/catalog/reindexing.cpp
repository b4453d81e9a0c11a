#include "library/catalog/reindexing.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "base/file.h"
#include "base/wall_clock.h"
#include "library/catalog/catalog_rows.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// Modification time of a folder, nanoseconds since the epoch; nullopt if a later change may get the same
/// time.
std::optional<std::int64_t> settled_since(const fs::path& folder) {
    constexpr std::int64_t coarsest_clock_ns = 3'000'000'000;  // FAT's is 2 s
    const auto identity = file_identity(folder);
    if (!identity || unix_ns() - identity->modified_ns < coarsest_clock_ns) return {};
    return identity->modified_ns;
}

/// `left_out`: gets the error if the metrics cannot be read.
Status index_metrics(Catalog& catalog, const std::string& run_id, const std::filesystem::path& run_folder,
                     std::vector<Error>& left_out) {
    // Another process that writes this run's metrics also updates the catalog; then this tries again.
    constexpr int attempts = 5;
    for (int n = 1;; ++n) {
        STEPVAULT_ASSIGN(before, catalog.metrics_end(run_id));
        const auto metrics = RunMetrics::read(run_folder);
        if (!metrics) {
            left_out.push_back(metrics.error());
            return {};
        }
        auto status = put_all_metrics(catalog, run_id, **metrics, before);
        if (status || status.error().code != ErrorCode::changed || n == attempts) return status;
    }
}

/// True if the catalog's rows have the run, as its record describes it.
bool lists(const std::vector<RunRow>& known, RunRow row) {
    row.is_private = false;
    return std::ranges::find(known, row) != known.end();
}

}  // namespace

Result<std::vector<Error>> reindex_catalog(Catalog& catalog, const Vault& vault, Reindex extent,
                                           const JobContext& job) {
    const auto mark = reindex_mark(vault.folder());
    std::error_code ec;
    const bool only_differences = extent == Reindex::differences && !fs::exists(mark, ec);
    // No other process sees a temporary catalog, so it needs no mark.
    const auto set_mark = [&]() -> Status {
        if (catalog.is_temporary()) return {};
        STEPVAULT_TRY(File::open_write(mark, FileAccess::of_folder));
        return {};
    };
    if (!only_differences) STEPVAULT_TRY(set_mark());
    // A catalog that cannot be read must still be rebuilt, so an error here does not count.
    const auto known = catalog.runs();
    const auto known_of = [&](const Vault::Runs& runs) {
        std::vector<RunRow> rows;
        for (const auto& damaged : runs.damaged) {
            if (!known) continue;
            const auto row = std::ranges::find(*known, damaged.id, &RunRow::id);
            if (row == known->end()) continue;
            rows.push_back(*row);
            // Only the record tells, and it is damaged.
            rows.back().is_private = true;
        }
        return rows;
    };
    if (extent == Reindex::from_nothing) {
        STEPVAULT_ASSIGN(present, vault.runs());
        STEPVAULT_TRY(catalog.clear());
        // Put back first, since nothing else knows these runs.
        for (const auto& row : known_of(present))
            STEPVAULT_TRY(catalog.put_run(row));
    }
    // Listed after clearing: another process puts a checkpoint into the vault before the catalog, so this
    // list includes everything that was cleared.
    STEPVAULT_ASSIGN(runs, vault.runs());
    std::vector<Error> left_out;
    for (const auto& damaged : runs.damaged)
        left_out.push_back(damaged.reason);
    auto rows = known_of(runs);
    for (const auto& record : runs.records)
        rows.push_back(run_row(record));
    STEPVAULT_ASSIGN(seen, catalog.steps_seen());
    std::map<std::string, std::int64_t> looked_at;
    for (const auto& row : rows) {
        const auto folder = vault.run_folder(row.id);
        const auto modified = settled_since(steps_folder(folder));
        const auto listed = seen.find(row.id);
        const bool is_compared = only_differences && listed != seen.end();
        // A process may have died after it changed the record, such as the run's name.
        if (is_compared && known && !lists(*known, row)) STEPVAULT_TRY(catalog.put_run(row));
        const bool may_differ = !is_compared || !modified || listed->second != *modified;
        if (!may_differ) continue;
        STEPVAULT_ASSIGN(differences, step_differences(catalog, row.id, folder));
        if (modified && differences.none() && differences.lost.empty() && !differences.unread)
            looked_at[row.id] = *modified;
        if (is_compared && differences.none()) continue;
        STEPVAULT_TRY(set_mark());
        STEPVAULT_TRY(catalog.put_run(row));
        for (const auto& id : differences.missing) {
            STEPVAULT_TRY(job.check());
            auto step = StepFile::open(step_path(steps_folder(folder), id));
            if (step && (step->meta().id != id || step->meta().run_id != row.id)) {
                left_out.push_back(
                    {ErrorCode::corrupt, step->path().native() + " is the file of another checkpoint"});
            } else if (step) {
                STEPVAULT_TRY(put_step(catalog, *step));
            } else if (step.error().code != ErrorCode::not_found) {
                left_out.push_back(step.error());
            }
        }
        for (const auto& id : differences.gone)
            STEPVAULT_TRY(catalog.remove_checkpoint(row.id, id));
        STEPVAULT_TRY(index_metrics(catalog, row.id, folder, left_out));
    }
    if (!catalog.is_temporary()) fs::remove(mark, ec);
    // Lets the next reindex skip these runs. If this cannot be recorded, the next reindex only takes longer.
    if (!looked_at.empty()) (void)catalog.put_steps_seen(looked_at);
    return left_out;
}

}  // namespace stepvault
