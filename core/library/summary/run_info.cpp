#include "library/summary/run_info.h"

#include <algorithm>
#include <system_error>

#include "library/summary/planned_steps.h"
#include "metrics/metric_fields.h"
#include "plan/plan_file.h"
#include "vault/records/vault_paths.h"
#include "vault/run/parity_keeping.h"

namespace stepvault {

namespace {

std::uint64_t size_of(const std::filesystem::path& file) {
    std::error_code ec;
    const auto size = std::filesystem::file_size(file, ec);
    return ec ? 0 : size;
}

bool has_planned_steps(const std::filesystem::path& folder, std::int64_t last_step) {
    const auto plan = PlanFile::read(folder / plan_file_name);
    return plan && !plan->next_after(last_step, 1).empty();
}

}  // namespace

Result<RunInfo> describe_run(const RunRow& row, Catalog& catalog, LossDigests& losses, const Vault& vault,
                             double now) {
    RunInfo info;
    info.row = row;
    const auto folder = vault.run_folder(row.id);
    info.stored_bytes =
        size_of(metrics_file(folder)) + size_of(params_file(folder)) + parity_bytes(folder);
    RunActivity activity;
    const auto grew = [&](double time) {
        if (time > 0) activity.last_growth = std::max(activity.last_growth.value_or(0), time);
    };

    STEPVAULT_ASSIGN(totals, catalog.checkpoint_totals(row.id));
    info.checkpoints = totals.checkpoints;
    info.original_bytes = totals.original_bytes;
    info.step_bytes = totals.stored_bytes;
    info.stored_bytes += totals.stored_bytes;
    info.last_step = totals.last_step;
    grew(totals.last_saved);

    STEPVAULT_ASSIGN(series, catalog.series(row.id));
    std::vector<std::string> tags;
    double planned_steps = 0;
    bool has_hook = false;
    bool ended = false;  // according to the training hook
    for (const auto& s : series) {
        if (!is_hook_tag(s.tag)) tags.push_back(s.tag);
        has_hook = has_hook || is_hook_tag(s.tag);
        info.last_step = std::max(info.last_step.value_or(s.last_step), s.last_step);
        if (is_planned_steps_tag(s.tag)) planned_steps = s.last_value;
        if (s.tag == "stepvault/ended") ended = s.last_value > 0;
    }
    activity.finished =
        ended || (planned_steps > 0 && static_cast<double>(info.last_step.value_or(0)) >= planned_steps);
    activity.expects_more = !activity.finished && (has_hook || planned_steps > 0 ||
                                                   has_planned_steps(row.folder, info.last_step.value_or(0)));
    const auto digest_of = [&](const std::string& tag) {
        return losses.of(row.id, *std::ranges::find(series, tag, &SeriesRow::tag));
    };
    if (const auto tag = validation_loss_tag(tags)) {
        STEPVAULT_ASSIGN(digest, digest_of(*tag));
        info.last_validation = digest.last;
        info.lowest_validation = digest.lowest;
    }
    if (const auto tag = primary_loss_tag(tags)) {
        info.loss_tag = *tag;
        STEPVAULT_ASSIGN(digest, digest_of(*tag));
        info.last_loss = digest.last;
        info.lowest_loss = digest.lowest;
        grew(digest.latest.value_or(0));
        // A primary series that is no loss, such as a reward, does not diverge by rising.
        activity.diverged = digest.diverged && names_loss(*tag);
        activity.median_interval = digest.interval;
    }
    if (!activity.median_interval) {
        STEPVAULT_ASSIGN(saves, catalog.newest_saves(row.id, recent_times));
        activity.median_interval = median_gap(std::move(saves));
    }
    info.activity = activity;
    info.state = run_state(activity, now);
    return info;
}

Error unknown_run(const std::string& name) {
    return {ErrorCode::not_found, "there is no run " + name + " in this vault; `stepvault list` shows them"};
}

Result<RunRecord> find_run(const Vault& vault, const std::string& name_or_id) {
    STEPVAULT_ASSIGN(runs, vault.runs());
    const auto run = std::find_if(runs.records.begin(), runs.records.end(), [&](const RunRecord& r) {
        return r.name == name_or_id || r.id == name_or_id;
    });
    if (run == runs.records.end()) return unknown_run(name_or_id);
    return std::move(*run);
}

}  // namespace stepvault
