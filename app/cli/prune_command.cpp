#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "prune_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

/// The rules of the command line, or else the vault's own.
Result<RetentionRules> rules_of(VaultHandle& library, const PruneRequest& request) {
    if (request.rules.empty()) return library.maintenance().retention_rules();
    return request.rules;
}

Result<std::vector<PrunePlan>> make_plans(VaultHandle& library, const Options& options,
                                          const RetentionRules& rules, const JobContext& job) {
    std::vector<std::string> runs{options.run};
    if (options.prune.all_runs) {
        STEPVAULT_ASSIGN(infos, library.queries().runs());
        runs.clear();
        for (const auto& info : infos)
            runs.push_back(info.row.id);
    }
    std::vector<PrunePlan> plans;
    for (const auto& run : runs) {
        const auto kept_whole = options.prune.keep_none ? std::nullopt : std::optional(rules);
        STEPVAULT_ASSIGN(plan, options.prune.weights_only
                                   ? library.maintenance().plan_weights_only(run, kept_whole, job)
                                   : library.maintenance().plan_prune(run, rules));
        plans.push_back(std::move(plan));
    }
    return plans;
}

}  // namespace

int run_prune(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    if (options.prune.keep_none && !options.prune.rules.empty()) {
        std::cerr << "stepvault: --keep-none cannot be combined with rules that keep checkpoints\n";
        return usage;
    }
    const auto rules = rules_of(**library, options.prune);
    if (!rules) return fail(rules.error());
    if (rules->empty() && !options.prune.keep_none) {
        std::cerr << "stepvault: give a rule, such as --keep-last 5; the vault has no rules of its own "
                     "(--remember saves them)\n";
        return usage;
    }
    // All runs are planned before any run is changed: a rule that is invalid for one run changes nothing.
    const auto plans = make_plans(**library, options, *rules, job);
    if (!plans) return fail(plans.error());
    if (options.prune.remember && !options.dry_run) {
        if (const auto status = (*library)->maintenance().set_retention_rules(*rules); !status)
            return fail(status.error());
    }
    auto runs = nlohmann::ordered_json::array();
    int code = done;
    for (const auto& plan : *plans) {
        if (!options.json) print_prune_plan(plan);
        std::optional<PruneReport> report;
        if (!options.dry_run && plan.removed > 0) {
            const auto pruned = (*library)->maintenance().prune(plan, options.prune.removal, job);
            if (!pruned) {
                // The other runs do not depend on this one, and the report still covers them.
                code = fail(pruned.error());
                if (code == interrupted) break;
                continue;
            }
            report = *pruned;
        }
        if (options.json)
            runs.push_back(prune_json(plan, report));
        else
            print_prune_outcome(plan, report);
    }
    if (options.json) print_json({{"dry_run", options.dry_run}, {"runs", std::move(runs)}});
    return code;
}

int run_pin(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    const auto run = (*library)->queries().run(options.run);
    if (!run) return fail(run.error());
    auto id = options.id;
    if (options.step) {
        const auto row = (*library)->queries().find_checkpoint(run->row.id, *options.step);
        if (!row) return fail(row.error());
        id = row->id;
    }
    if (const auto status = (*library)->maintenance().pin(run->row.id, id, !options.unpin); !status)
        return fail(status.error());
    if (options.json)
        print_json({{"run", run->row.name}, {"id", id}, {"pinned", !options.unpin}});
    else
        std::cout << (options.unpin ? "no longer pinned: " : "pinned: ") << id << " of "
                  << printable(run->row.name) << "\n";
    return done;
}

}  // namespace stepvault::cli
