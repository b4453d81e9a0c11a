#include "commands.h"
#include "exit_code.h"
#include "prune_options.h"
#include "prune_output.h"

namespace stepvault::cli {

namespace {

struct PruneArguments {
    std::string run;
    bool all_runs = false;
    bool weights_only = false;  ///< strips checkpoints to their weights instead of removing them
    bool keep_none = false;     ///< strips all checkpoints that are not pinned
    bool remember = false;      ///< makes the rules the vault's own from now on
    bool dry_run = false;
    Maintenance::Removal removal = Maintenance::Removal::to_trash;
    RetentionRules rules;
};

Result<std::vector<PrunePlan>> make_plans(VaultHandle& library, const PruneArguments& arguments,
                                          const RetentionRules& rules, const JobContext& job) {
    std::vector<std::string> runs{arguments.run};
    if (arguments.all_runs) {
        STEPVAULT_ASSIGN(infos, library.queries().runs());
        runs.clear();
        for (const auto& info : infos)
            runs.push_back(info.row.id);
    }
    std::vector<PrunePlan> plans;
    for (const auto& run : runs) {
        const auto kept_whole = arguments.keep_none ? std::nullopt : std::optional(rules);
        STEPVAULT_ASSIGN(plan, arguments.weights_only
                                   ? library.maintenance().plan_weights_only(run, kept_whole, job)
                                   : library.maintenance().plan_prune(run, rules));
        plans.push_back(std::move(plan));
    }
    return plans;
}

int carry_out(VaultHandle& library, const std::vector<PrunePlan>& plans, const PruneArguments& arguments,
              const CommandContext& context) {
    auto runs = nlohmann::ordered_json::array();
    int code = done;
    for (const auto& plan : plans) {
        if (!context.json) print_prune_plan(plan);
        std::optional<PruneReport> report;
        if (!arguments.dry_run && plan.removed > 0) {
            const auto pruned = library.maintenance().prune(plan, arguments.removal, context.job);
            if (!pruned) {
                // The other runs do not depend on this one, and the report still covers them.
                code = fail(pruned.error());
                if (code == interrupted) break;
                continue;
            }
            report = *pruned;
        }
        if (context.json)
            runs.push_back(prune_json(plan, report));
        else
            print_prune_outcome(plan, report);
    }
    if (context.json) print_json({{"dry_run", arguments.dry_run}, {"runs", std::move(runs)}});
    return code;
}

Result<int> run_prune(const PruneArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    auto rules = arguments.rules;
    if (arguments.keep_none && !rules.empty())
        return fail_usage("--keep-none cannot be combined with rules that keep checkpoints");
    if (rules.empty()) {
        STEPVAULT_ASSIGN(of_vault, library->maintenance().retention_rules());
        rules = std::move(of_vault);
    }
    if (rules.empty() && !arguments.keep_none) {
        return fail_usage(
            "give a rule, such as --keep-last 5; the vault has no rules of its own (--remember saves them)");
    }
    // All runs are planned before any run is changed: a rule that is invalid for one run changes nothing.
    STEPVAULT_ASSIGN(plans, make_plans(*library, arguments, rules, context.job));
    if (arguments.remember && !arguments.dry_run)
        STEPVAULT_TRY(library->maintenance().set_retention_rules(rules));
    return carry_out(*library, plans, arguments, context);
}

void add_prune_flags(CLI::App& command, PruneArguments& arguments) {
    auto* weights =
        command.add_flag("--weights-only", arguments.weights_only,
                         "Strip checkpoints that no rule keeps to their weights, without using the trash");
    auto* none = command
                     .add_flag("--keep-none", arguments.keep_none,
                               "With --weights-only: strip all checkpoints that are not pinned")
                     ->needs(weights);
    command
        .add_flag("--remember", arguments.remember,
                  "Save these rules in the vault, for use when no rules are given")
        ->excludes(none);
    command.add_flag("--dry-run", arguments.dry_run, "Only report what would be removed");
    command
        .add_flag_callback(
            "--purge", [&arguments] { arguments.removal = Maintenance::Removal::permanent; },
            "Delete permanently instead of moving to the trash")
        ->excludes(weights);
}

}  // namespace

void add_prune_command(CommandLine& line) {
    const auto [command, arguments] = line.add(
        "prune", "Move a run's checkpoints to the trash, except pinned ones and those that a rule keeps",
        run_prune);
    auto* pruned = command.add_option_group("run");
    pruned->add_option("run", arguments.run, "Name or id of the run")->type_name("RUN");
    pruned->add_flag("--all", arguments.all_runs, "All runs in the vault, each on its own");
    pruned->require_option(1);
    add_prune_options(command, arguments.rules);
    add_prune_flags(command, arguments);
    line.with_json(command);
}

}  // namespace stepvault::cli
