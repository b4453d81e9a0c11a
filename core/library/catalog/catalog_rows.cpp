#include "library/catalog/catalog_rows.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "vault/records/removed_steps.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

RunRow run_row(const RunRecord& r) {
    return {.id = r.id,
            .name = r.name,
            .folder = r.folder,
            .scheme = r.choice.scheme,
            .bits = r.choice.bits,
            .created = r.created,
            .is_private = r.is_private,
            .labels = r.labels};
}

CheckpointRow checkpoint_row(const StepFile& step) {
    const auto& m = step.meta();
    CheckpointRow row;
    row.id = m.id;
    row.run_id = m.run_id;
    row.step = m.step;
    row.source = m.source;
    row.generation = m.generation;
    row.scheme = m.scheme;
    row.bits = m.bits;
    row.key = m.key;
    row.parent = m.parent;
    row.original_bytes = m.original_bytes;
    row.stored_bytes = step.size();
    row.relative_error = m.relative_error;
    row.max_abs_error = m.max_abs_error;
    row.lag = m.lag;
    row.loss = m.loss;
    row.saved = static_cast<double>(m.modified_ns) * 1e-9;
    row.filed = static_cast<double>(m.filed_ns) * 1e-9;
    row.files = static_cast<std::uint32_t>(step.layout().files.size());
    row.weights_only = m.weights_only;
    // A folder has the format of its first file that is not raw.
    for (const auto& f : step.layout().files) {
        if (row.format.empty() || row.format == "raw") row.format = f.format;
    }
    return row;
}

std::vector<TensorRow> tensor_rows(const StepFile& step) {
    const auto& layout = step.layout();
    std::vector<TensorRow> rows;
    rows.reserve(layout.tensors.size());
    for (const auto& t : layout.tensors) {
        const auto& payload = layout.payloads[t.payload];
        TensorRow row;
        row.file = layout.files[payload.file].path;
        row.name = t.name;
        row.dtype = dtype_name(t.dtype);
        row.role = role_name(payload.role);
        row.shape = t.shape;
        row.elements = 1;
        for (const auto n : t.shape)
            row.elements *= n;
        if (!step.figures().empty()) {
            row.relative_error = static_cast<double>(step.figures()[t.payload].relative_error);
            row.max_abs_error = static_cast<double>(step.figures()[t.payload].max_abs_error);
            row.lag = static_cast<double>(step.figures()[t.payload].lag);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Status put_step(Catalog& catalog, const StepFile& step) {
    return catalog.put_checkpoint(checkpoint_row(step), tensor_rows(step));
}

Status put_all_metrics(Catalog& catalog, const std::string& run_id, RunMetrics& metrics,
                       std::uint64_t before) {
    STEPVAULT_ASSIGN(listed, catalog.series(run_id));
    auto changes = metrics.curves().take_all();
    std::set<std::string> tags;
    for (const auto& c : changes)
        tags.insert(c.tag);
    for (const auto& row : listed) {
        if (!tags.contains(row.tag))
            changes.push_back({row.tag, std::numeric_limits<std::int64_t>::min(), {}});
    }
    return catalog.put_metrics(run_id, changes, before, metrics.end());
}

Result<StepDifferences> step_differences(Catalog& catalog, const std::string& run_id,
                                         const std::filesystem::path& run_folder) {
    STEPVAULT_ASSIGN(rows, catalog.step_sizes(run_id));
    const auto found = list_step_sizes(steps_folder(run_folder));
    StepDifferences differences;
    differences.unread = !found;
    if (!found) return differences;
    std::unordered_map<std::string_view, std::uint64_t> listed;
    listed.reserve(rows.size());
    for (const auto& row : rows)
        listed.emplace(row.id, row.stored_bytes);
    for (const auto& [id, bytes] : *found) {
        const auto row = listed.find(id);
        if (row == listed.end() || row->second != bytes) differences.missing.push_back(id);
        if (row != listed.end()) listed.erase(row);
    }
    if (listed.empty()) return differences;
    std::error_code ec;
    const auto removed = read_removed_steps(removed_file(run_folder));
    for (const auto& row : rows) {
        if (!listed.contains(row.id)) continue;
        const auto& id = row.id;
        // Damage to the list of removed steps is reported separately.
        const bool was_removed = !removed ||
                                 std::filesystem::exists(step_path(quarantine_folder(run_folder), id), ec) ||
                                 std::ranges::find(*removed, id, &RemovedStep::id) != removed->end();
        (was_removed ? differences.gone : differences.lost).push_back(id);
    }
    return differences;
}

}  // namespace stepvault
