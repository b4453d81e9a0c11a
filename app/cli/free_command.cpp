#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "prune_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

const char* name_of(OriginalFate fate) {
    switch (fate) {
        case OriginalFate::freed:
            return "freed";
        case OriginalFate::kept:
            return "kept";
        case OriginalFate::gone:
            return "gone";
        case OriginalFate::newest:
            return "newest";
        case OriginalFate::lossy:
            return "lossy";
        case OriginalFate::weights_only:
            return "weights_only";
        case OriginalFate::not_alone:
            return "not_alone";
    }
    return "";
}

std::string why(const OriginalDecision& decision, const RetentionRules& rules) {
    switch (decision.fate) {
        case OriginalFate::freed:
        case OriginalFate::kept:
            return reasons(decision.rule, rules);
        case OriginalFate::gone:
            return "gone, or changed since it was filed";
        case OriginalFate::newest:
            return "newest, and stored with a loss";
        case OriginalFate::lossy:
            return "stored with a larger error than --up-to-error allows";
        case OriginalFate::weights_only:
            return "only its weights are stored";
        case OriginalFate::not_alone:
            return printable(decision.why);
    }
    return {};
}

void print_plan(const FreePlan& plan) {
    std::vector<std::vector<std::string>> rows{{"", "step", "source", "original", "error", "why"}};
    for (const auto& d : plan.decisions) {
        rows.push_back({d.fate == OriginalFate::freed  ? "free"
                        : d.fate == OriginalFate::gone ? "-"
                                                       : "keep",
                        format_step(d.rule.item.step), d.rule.item.source,
                        format_bytes(d.rule.item.stored_bytes), format_error(d.relative_error),
                        why(d, plan.rules)});
    }
    std::cout << format_table(std::move(rows), {0, 2, 5});
}

void print_outcome(const FreePlan& plan, const std::optional<FreeReport>& report) {
    const auto count = report ? report->freed : plan.freed;
    std::cout << printable(plan.run) << ": "
              << (count == 0 ? "no original to free"
                             : (report ? "moved " : "would move ") + std::to_string(count) +
                                   (count == 1 ? " original, " : " originals, ") +
                                   format_bytes(report ? report->bytes : plan.freed_bytes) + ", of " +
                                   printable(plan.folder) + " to the trash")
              << "\n";
    if (!report) return;
    for (const auto& line : report->left)
        std::cerr << "stepvault: left where it is: " << printable(line) << "\n";
    for (const auto& line : report->damaged)
        std::cerr << "stepvault: the stored copy is damaged, so the original stays: " << printable(line)
                  << "\n";
    if (!report->trash_entry.empty()) {
        std::cout << "`stepvault trash restore " << report->trash_entry
                  << "` puts them back, `stepvault trash purge " << report->trash_entry
                  << "` frees the space\n";
    }
}

nlohmann::ordered_json json_of(const FreePlan& plan, const std::optional<FreeReport>& report) {
    auto checkpoints = nlohmann::ordered_json::array();
    for (const auto& d : plan.decisions) {
        checkpoints.push_back({{"id", d.rule.item.id},
                               {"step", d.rule.item.step},
                               {"source", d.rule.item.source},
                               {"original_bytes", d.rule.item.stored_bytes},
                               {"relative_error", d.relative_error},
                               {"fate", name_of(d.fate)},
                               {"why", why(d, plan.rules)}});
    }
    nlohmann::ordered_json json{{"run", plan.run},
                                {"id", plan.run_id},
                                {"folder", plan.folder},
                                {"dry_run", !report},
                                {"freed", report ? report->freed : plan.freed},
                                {"freed_bytes", report ? report->bytes : plan.freed_bytes}};
    if (report) {
        json["left"] = report->left;
        json["damaged"] = report->damaged;
        json["trash_entry"] =
            report->trash_entry.empty() ? nullptr : nlohmann::ordered_json(report->trash_entry);
    }
    json["checkpoints"] = std::move(checkpoints);
    return json;
}

}  // namespace

int run_free(const Options& options, const JobContext& job) {
    if (options.free.rules.empty()) {
        std::cerr << "stepvault: give a rule that says which originals to keep, such as --keep-last 1\n";
        return usage;
    }
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    const auto plan =
        (*library)->maintenance().plan_freeing(options.run, options.free.rules, options.free.most_error);
    if (!plan) return fail(plan.error());
    if (!options.json) print_plan(*plan);
    std::optional<FreeReport> report;
    if (!options.dry_run && plan->freed > 0) {
        const auto freed = (*library)->maintenance().free_originals(*plan, job);
        if (!freed) return fail(freed.error());
        report = *freed;
    }
    if (options.json)
        print_json(json_of(*plan, report));
    else
        print_outcome(*plan, report);
    if (report && report->ended) return fail(*report->ended);
    return report && !report->damaged.empty() ? damaged : done;
}

}  // namespace stepvault::cli
