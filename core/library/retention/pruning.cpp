#include "library/retention/pruning.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <system_error>
#include <tuple>

#include "library/retention/retention_items.h"
#include "vault/records/step_list.h"
#include "vault/records/vault_paths.h"
#include "vault/rewrite/rewriting_check.h"
#include "vault/rewrite/squashing.h"
#include "vault/rewrite/stripping.h"

namespace stepvault {

namespace {

namespace fs = std::filesystem;

/// The most that a checkpoint grows by besides the bytes that it takes up: a section with the places of the
/// links.
constexpr std::uint64_t most_bytes_of_squashing = 256;

/// The state that a plan depends on.
auto state_of(const std::vector<RetentionItem>& items) {
    std::set<std::tuple<std::string, std::string, std::uint64_t, bool>> state;
    for (const auto& i : items)
        state.emplace(i.id, i.parent, i.stored_bytes, i.pinned);
    return state;
}

struct Judged {
    PrunePlan plan;
    StoredRun run;
};

Result<Judged> judge(const fs::path& run_folder, const RetentionRules& rules) {
    STEPVAULT_ASSIGN(record, RunRecord::read(run_file(run_folder)));
    STEPVAULT_ASSIGN(listed, list_steps(steps_folder(run_folder)));
    STEPVAULT_TRY(check_readable(run_folder, record.name, listed));
    PrunePlan plan{.run_id = record.id, .run = record.name, .rules = rules};
    auto items = retention_items(listed.steps, record, run_folder);
    if (plan.rules.best) STEPVAULT_TRY(look_up_metric(items, *plan.rules.best, record, run_folder));
    plan.decisions = plan_retention(std::move(items), plan.rules);
    for (const auto& d : plan.decisions)
        plan.stored_bytes += d.item.stored_bytes;
    return Judged{std::move(plan), {run_folder, std::move(record), std::move(listed.steps)}};
}

}  // namespace

Result<PrunePlan> plan_prune(const fs::path& run_folder, const RetentionRules& rules) {
    STEPVAULT_ASSIGN(judged, judge(run_folder, rules));
    auto& plan = judged.plan;
    std::set<std::string> growing;
    std::uint64_t dropped = 0;
    for (const auto& d : plan.decisions) {
        if (d.kept) continue;
        ++plan.removed;
        if (d.squashed_into.empty()) {
            dropped += d.item.stored_bytes;
        } else {
            plan.held_bytes += d.item.stored_bytes;
            growing.insert(d.squashed_into);
        }
    }
    plan.freed_at_least = dropped - std::min(dropped, growing.size() * most_bytes_of_squashing);
    return std::move(plan);
}

Result<PrunePlan> plan_weights_only(const fs::path& run_folder, const std::optional<RetentionRules>& rules,
                                    ThreadPool& pool, const JobContext& job) {
    STEPVAULT_ASSIGN(judged, judge(run_folder, rules.value_or(RetentionRules{.first = true})));
    auto& [plan, run] = judged;
    STEPVAULT_TRY(check_none_set_aside(run_folder, plan.run));
    plan.weights_only = true;
    std::set<std::string> ids;
    for (auto& d : plan.decisions) {
        if (!rules && !d.item.pinned) d.verdicts.clear();
        // preview_stripping() finds out by trying which steps others need, and nothing is squashed.
        std::erase_if(d.verdicts, [](const RetentionVerdict& v) {
            return v.reason == RetentionReason::base || v.reason == RetentionReason::shared;
        });
        d.kept = std::ranges::any_of(d.verdicts, &RetentionVerdict::keeps);
        d.squashed_into.clear();
        if (!d.kept) ids.insert(d.item.id);
    }
    if (ids.empty()) return std::move(plan);
    STEPVAULT_ASSIGN(report, preview_stripping(run, ids, pool, job));
    for (auto& d : plan.decisions) {
        if (d.kept || report.stripped.contains(d.item.id)) continue;
        const bool is_needed = report.needed.contains(d.item.id);
        d.kept = true;
        d.verdicts.push_back({is_needed ? RetentionReason::needed : RetentionReason::weights, true, 0});
    }
    plan.removed = report.stripped.size();
    plan.freed_at_least = report.before - std::min(report.before, report.after);
    return std::move(plan);
}

std::vector<RetentionDecision> judge_rows(
    const std::vector<CheckpointRow>& rows, const RetentionRules& rules,
    const std::function<std::optional<double>(std::int64_t step)>& metric) {
    // In the order of storing, since a checkpoint is stored after the one it builds on.
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rows[i].filed; });
    std::vector<RetentionItem> items(rows.size());
    std::map<std::string, std::size_t> places;
    for (std::size_t n = 0; n < order.size(); ++n) {
        const auto& row = rows[order[n]];
        items[order[n]] = {.id = row.id,
                           .sequence = n + 1,
                           .step = row.step,
                           .generation = row.generation,
                           .source = row.source,
                           .parent = row.parent,
                           .saved = row.saved,
                           .stored_bytes = row.stored_bytes,
                           .metric = rules.best && !rules.best->tag.empty() ? metric(row.step) : row.loss,
                           .pinned = row.pinned};
        places[row.id] = order[n];
    }
    std::vector<RetentionDecision> judged(rows.size());
    for (auto& decision : plan_retention(std::move(items), rules))
        judged[places[decision.item.id]] = std::move(decision);
    return judged;
}

Result<PruneReport> execute_prune(RunWriter& writer, const PrunePlan& plan, ThreadPool& pool,
                                  const JobContext& job, const fs::path& trash) {
    std::vector<RetentionItem> planned;
    std::set<std::string> ids;
    for (const auto& d : plan.decisions) {
        planned.push_back(d.item);
        if (!d.kept) ids.insert(d.item.id);
    }
    if (state_of(planned) != state_of(retention_items(writer.steps(), writer.record(), writer.folder()))) {
        return Error{ErrorCode::changed,
                     "run " + plan.run + " has changed since the plan was made; plan again"};
    }
    if (ids.empty()) return PruneReport{0, 0, plan.stored_bytes, plan.stored_bytes};
    if (plan.weights_only) {
        STEPVAULT_ASSIGN(stripped, strip_to_weights(writer, ids, pool, job));
        return PruneReport{stripped.stripped.size(), stripped.rewritten, stripped.before, stripped.after};
    }
    STEPVAULT_ASSIGN(squashed, squash_steps(writer, ids, pool, job, trash));
    return PruneReport{squashed.removed, squashed.squashed, squashed.before, squashed.after};
}

}  // namespace stepvault
