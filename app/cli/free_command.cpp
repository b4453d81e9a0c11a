#include <iostream>

#include "commands.h"
#include "exit_code.h"
#include "json_output.h"
#include "prune_options.h"
#include "prune_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct FreeArguments {
    std::string run;
    RetentionRules rules;
    double most_error = 0;  ///< largest relative error of a stored checkpoint whose original may be freed
    bool dry_run = false;
};

struct FateText {
    const char* name;
    std::string why;
};

FateText text_of(const OriginalDecision& decision, const RetentionRules& rules) {
    switch (decision.fate) {
        case OriginalFate::freed:
            return {"freed", reasons(decision.rule, rules)};
        case OriginalFate::kept:
            return {"kept", reasons(decision.rule, rules)};
        case OriginalFate::gone:
            return {"gone", "gone, or changed since it was filed"};
        case OriginalFate::base:
            return {"base", "the run's first, stored with a loss as soon as its second is there"};
        case OriginalFate::newest:
            return {"newest", "newest, and stored with a loss"};
        case OriginalFate::lossy:
            return {"lossy", "stored with a larger error than --up-to-error allows"};
        case OriginalFate::weights_only:
            return {"weights_only", "only its weights are stored"};
        case OriginalFate::not_alone:
            return {"not_alone", printable(decision.why)};
    }
    return {"", ""};
}

void print_plan(const FreePlan& plan) {
    Table rows{{"", "step", "source", "original", "error", "why"}};
    for (const auto& d : plan.decisions) {
        rows.push_back({d.fate == OriginalFate::freed  ? "free"
                        : d.fate == OriginalFate::gone ? "-"
                                                       : "keep",
                        format_step(d.rule.item.step), d.rule.item.source,
                        format_bytes(d.rule.item.stored_bytes), format_error(d.relative_error),
                        text_of(d, plan.rules).why});
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
        const auto [fate, why] = text_of(d, plan.rules);
        checkpoints.push_back({{"id", d.rule.item.id},
                               {"step", d.rule.item.step},
                               {"source", d.rule.item.source},
                               {"original_bytes", d.rule.item.stored_bytes},
                               {"relative_error", d.relative_error},
                               {"fate", fate},
                               {"why", why}});
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

Result<int> run_free(const FreeArguments& arguments, const CommandContext& context) {
    if (arguments.rules.empty())
        return fail_usage("give a rule that says which originals to keep, such as --keep-last 1");
    STEPVAULT_ASSIGN(library, open_library(context));
    auto& maintenance = library->maintenance();
    STEPVAULT_ASSIGN(plan, maintenance.plan_freeing(arguments.run, arguments.rules, arguments.most_error));
    if (!context.json) print_plan(plan);
    std::optional<FreeReport> report;
    if (!arguments.dry_run && plan.freed > 0) {
        STEPVAULT_ASSIGN(freed, maintenance.free_originals(plan, context.job));
        report = std::move(freed);
    }
    if (context.json)
        print_json(json_of(plan, report));
    else
        print_outcome(plan, report);
    if (report && report->ended) return *report->ended;
    return report && !report->damaged.empty() ? damaged : done;
}

}  // namespace

void add_free_command(CommandLine& line) {
    const auto [command, arguments] = line.add(
        "free",
        "Move the originals of a run's stored checkpoints to the trash, except those that a rule keeps",
        run_free);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    add_prune_options(command, arguments.rules);
    command
        .add_option("--up-to-error", arguments.most_error,
                    "Also move originals stored with at most this relative error (default: only exact ones)")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("E");
    command.add_flag("--dry-run", arguments.dry_run, "Only report what would be moved");
    line.with_json(command);
}

}  // namespace stepvault::cli
