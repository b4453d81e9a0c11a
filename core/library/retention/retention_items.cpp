#include "library/retention/retention_items.h"

#include <cmath>
#include <map>
#include <string>
#include <system_error>

#include "metrics/metric_source.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/run/run_metrics.h"

namespace stepvault {

namespace fs = std::filesystem;

std::vector<RetentionItem> retention_items(const std::vector<StepMeta>& steps, const RunRecord& record,
                                           const fs::path& run_folder) {
    std::map<std::string, std::size_t> awaited_by;
    if (const auto set_aside = list_steps(quarantine_folder(run_folder))) {
        for (const auto& m : set_aside->steps)
            ++awaited_by[m.parent];
    }
    std::vector<RetentionItem> items;
    for (const auto& m : steps) {
        std::error_code ec;
        const auto bytes = fs::file_size(step_path(steps_folder(run_folder), m.id), ec);
        if (ec) continue;  // deleted meanwhile
        items.push_back({.id = m.id,
                         .sequence = m.sequence,
                         .step = m.step,
                         .generation = m.generation,
                         .source = m.source,
                         .parent = m.parent,
                         .saved = static_cast<double>(m.modified_ns) * 1e-9,
                         .stored_bytes = bytes,
                         .pinned = record.pins.contains(m.id),
                         .awaited_by = awaited_by[m.id]});
    }
    return items;
}

Status look_up_metric(std::vector<RetentionItem>& items, BestRule& best, const RunRecord& record,
                      const fs::path& run_folder) {
    STEPVAULT_ASSIGN(metrics, RunMetrics::read(run_folder));
    auto& curves = metrics->curves();
    curves.settle();
    if (best.tag.empty()) {
        const auto tag = primary_loss_tag(curves.tags());
        if (!tag) {
            return Error{ErrorCode::invalid_argument,
                         "run " + record.name + " has no metric that is known to be its loss; name a metric"};
        }
        best.tag = *tag;
    }
    bool any = false;
    for (auto& item : items) {
        item.metric = curves.value_at(best.tag, item.step);
        any |= item.metric && std::isfinite(*item.metric);
    }
    if (any || items.empty()) return {};
    std::string known;
    for (const auto& tag : curves.tags())
        known += (known.empty() ? "; it has " : ", ") + tag;
    return Error{ErrorCode::invalid_argument,
                 "no checkpoint of run " + record.name + " has a value of metric " + best.tag + known};
}

}  // namespace stepvault
