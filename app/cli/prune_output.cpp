#include "prune_output.h"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "text_format.h"

namespace stepvault::cli {

namespace {

const char* name_of(RetentionReason reason) {
    switch (reason) {
        case RetentionReason::pinned:
            return "pinned";
        case RetentionReason::first:
            return "first";
        case RetentionReason::last:
            return "last";
        case RetentionReason::best:
            return "best";
        case RetentionReason::every:
            return "every";
        case RetentionReason::within:
            return "within";
        case RetentionReason::bytes:
            return "bytes";
        case RetentionReason::no_rules:
            return "no_rules";
        case RetentionReason::only_one:
            return "only_one";
        case RetentionReason::base:
            return "base";
        case RetentionReason::shared:
            return "shared";
        case RetentionReason::weights:
            return "weights";
        case RetentionReason::needed:
            return "needed";
    }
    return "";
}

std::string in_time(double seconds) {
    constexpr double minute = 60;
    constexpr double hour = 3600;
    constexpr double day = 86400;
    if (seconds >= 2 * day) return format_fixed(seconds / day, 1) + " days";
    if (seconds >= 2 * hour) return format_fixed(seconds / hour, 1) + " h";
    if (seconds >= 2 * minute) return format_fixed(seconds / minute, 1) + " min";
    return format_fixed(seconds, 0) + " s";
}

/// "3 of 5 newest", or "newest: place 7, not in 5" if the rule does not keep the checkpoint.
std::string place(const RetentionVerdict& verdict, std::uint32_t count, const std::string& what) {
    const auto at = std::to_string(static_cast<std::uint64_t>(verdict.figure));
    return verdict.keeps ? at + " of " + std::to_string(count) + " " + what
                         : what + ": place " + at + ", not in " + std::to_string(count);
}

std::string words(const RetentionVerdict& v, const RetentionRules& rules) {
    const auto count = std::to_string(static_cast<std::uint64_t>(std::abs(v.figure)));
    switch (v.reason) {
        case RetentionReason::pinned:
            return "pinned";
        case RetentionReason::first:
            return v.keeps ? "first" : "not the first";
        case RetentionReason::last:
            return place(v, *rules.last, "newest");
        case RetentionReason::best: {
            const std::string most = rules.best->order == MetricOrder::max ? "highest " : "lowest ";
            if (v.figure == 0) return "no value of " + rules.best->tag;
            return place(v, rules.best->count, most + rules.best->tag);
        }
        case RetentionReason::every:
            return (v.keeps ? "multiple of " : "no multiple of ") + std::to_string(*rules.every);
        case RetentionReason::within:
            return in_time(v.figure) + " before the newest";
        case RetentionReason::bytes:
            return format_bytes(static_cast<std::uint64_t>(v.figure)) + " down to here";
        case RetentionReason::no_rules:
            return "no rule";
        case RetentionReason::only_one:
            return "newest, and no rule keeps any";
        case RetentionReason::base:
            return "base of " + count + " that stay";
        case RetentionReason::shared:
            return count + " that stay build on it: removing it frees nothing";
        case RetentionReason::weights:
            return "nothing is kept of it but its weights, or they cannot be told from the rest";
        case RetentionReason::needed:
            return "those that stay would take up as much of it as it would free";
    }
    return {};
}

}  // namespace

std::string reasons(const RetentionDecision& decision, const RetentionRules& rules) {
    std::string text;
    for (const auto& v : decision.verdicts) {
        if (v.keeps == decision.kept) text += (text.empty() ? "" : "; ") + words(v, rules);
    }
    return text;
}

void print_prune_plan(const PrunePlan& plan) {
    Table rows{{"", "step", "id", "source", "stored", "bytes", "why"}};
    const bool by_metric = plan.rules.best.has_value();
    if (by_metric) rows[0].insert(rows[0].begin() + 4, plan.rules.best->tag);
    for (const auto& d : plan.decisions) {
        const bool is_held = !plan.weights_only && !d.squashed_into.empty();
        const auto* bytes = d.kept ? "kept" : is_held ? "held" : "freed";
        std::vector<std::string> row{d.kept              ? "keep"
                                     : plan.weights_only ? "weights only"
                                                         : "remove",
                                     format_step(d.item.step),
                                     d.item.id,
                                     d.item.source,
                                     format_bytes(d.item.stored_bytes),
                                     bytes,
                                     reasons(d, plan.rules)};
        if (by_metric) row.insert(row.begin() + 4, format_value(d.item.metric));
        rows.push_back(std::move(row));
    }
    const std::size_t more = by_metric ? 1 : 0;
    std::cout << format_table(std::move(rows), {0, 2, 3, 5 + more, 6 + more});
}

void print_prune_outcome(const PrunePlan& plan, const std::optional<PruneReport>& report) {
    const std::string what = plan.weights_only ? "drop all but the weights of " : "remove ";
    const std::string past = plan.weights_only ? "dropped all but the weights of " : "removed ";
    std::cout << printable(plan.run) << ": "
              << (plan.removed == 0
                      ? (plan.weights_only ? "nothing to drop of " : "nothing to remove of ")
                      : (report ? past : "would " + what) + std::to_string(plan.removed) + " of ")
              << plan.decisions.size() << " checkpoints";
    if (plan.removed > 0 && report) {
        const auto freed = report->stored_before - std::min(report->stored_before, report->stored_after);
        std::cout << (report->trash_entry.empty() ? ", freed " : ", in the trash with ")
                  << format_bytes(freed) << " of " << format_bytes(report->stored_before);
    } else if (plan.removed > 0) {
        std::cout << (plan.weights_only ? ", free " : ", free at least ") << format_bytes(plan.freed_at_least)
                  << " of " << format_bytes(plan.stored_bytes);
    }
    if (plan.held_bytes > 0)
        std::cout << "; " << format_bytes(plan.held_bytes)
                  << " belong to removed checkpoints that others build on";
    std::cout << "\n";
    if (report && !report->trash_entry.empty())
        std::cout << "`stepvault trash restore " << report->trash_entry
                  << "` brings them back, `stepvault trash purge " << report->trash_entry
                  << "` frees the space\n";
}

nlohmann::ordered_json prune_json(const PrunePlan& plan, const std::optional<PruneReport>& report) {
    auto checkpoints = nlohmann::ordered_json::array();
    for (const auto& d : plan.decisions) {
        auto verdicts = nlohmann::ordered_json::array();
        for (const auto& v : d.verdicts)
            verdicts.push_back({{"rule", name_of(v.reason)}, {"keeps", v.keeps}, {"figure", v.figure}});
        const auto& i = d.item;
        checkpoints.push_back(
            {{"id", i.id},
             {"step", i.step},
             {"source", i.source},
             {"generation", i.generation},
             {"stored_bytes", i.stored_bytes},
             {"saved", i.saved},
             {"metric", i.metric ? nlohmann::ordered_json(*i.metric) : nullptr},
             {"kept", d.kept},
             {"folded_into", d.squashed_into.empty() ? nullptr : nlohmann::ordered_json(d.squashed_into)},
             {"reasons", std::move(verdicts)}});
    }
    nlohmann::ordered_json json{
        {"name", plan.run},
        {"id", plan.run_id},
        {"metric", plan.rules.best ? nlohmann::ordered_json(plan.rules.best->tag) : nullptr},
        {"weights_only", plan.weights_only},
        {"removed", plan.removed},
        {"stored_bytes_before", plan.stored_bytes},
        {"held_bytes", plan.held_bytes},
        {"freed_at_least", plan.freed_at_least}};
    if (report) {
        json["stored_bytes"] = report->stored_after;
        json["trash_entry"] =
            report->trash_entry.empty() ? nullptr : nlohmann::ordered_json(report->trash_entry);
    }
    json["checkpoints"] = std::move(checkpoints);
    return json;
}

}  // namespace stepvault::cli
