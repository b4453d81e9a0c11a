#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct ListArguments {
    std::string run;  ///< empty for all runs
};

void print_runs(const std::vector<RunInfo>& runs) {
    Table rows{{"run", "state", "checkpoints", "last step", "loss", "original", "stored", "ratio"}};
    for (const auto& r : runs) {
        rows.push_back({r.row.name, std::string(run_state_name(r.state)), std::to_string(r.checkpoints),
                        r.last_step ? format_step(*r.last_step) : "-", format_value(r.last_loss),
                        format_bytes(r.original_bytes), format_bytes(r.stored_bytes),
                        format_ratio(r.original_bytes, r.stored_bytes)});
    }
    std::cout << format_table(rows, {0, 1});
}

void print_checkpoints(const std::vector<CheckpointRow>& checkpoints) {
    Table rows{{"step", "id", "source", "scheme", "loss", "original", "stored", "ratio", "error"}};
    for (const auto& c : checkpoints) {
        rows.push_back({format_step(c.step), c.id, c.source,
                        name_of(c.scheme) + (c.bits > 0 ? " " + std::to_string(c.bits) : "") +
                            (c.key ? " key" : "") + (c.weights_only ? ", weights only" : "") +
                            (c.pinned ? ", pinned" : ""),
                        format_value(c.loss), format_bytes(c.original_bytes), format_bytes(c.stored_bytes),
                        format_ratio(c.original_bytes, c.stored_bytes), format_error(c.relative_error)});
    }
    std::cout << format_table(rows, {1, 2, 3});
}

Status print_runs_json(VaultHandle& library, const std::vector<RunInfo>& runs) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& run : runs) {
        STEPVAULT_ASSIGN(checkpoints, library.queries().checkpoints(run.row.id));
        list.push_back(run_json(run, checkpoints));
    }
    print_json({{"runs", std::move(list)}});
    return {};
}

Status run_list(const ListArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    std::vector<RunInfo> runs;
    if (arguments.run.empty()) {
        STEPVAULT_ASSIGN(all, library->queries().runs());
        runs = std::move(all);
    } else {
        STEPVAULT_ASSIGN(one, library->queries().run(arguments.run));
        runs.push_back(std::move(one));
    }
    if (context.json) return print_runs_json(*library, runs);
    if (runs.empty()) {
        std::cout
            << "Nothing is filed yet. `stepvault watch FOLDER` files what a training run writes there.\n";
        return {};
    }
    print_runs(runs);
    if (arguments.run.empty()) return {};
    STEPVAULT_ASSIGN(checkpoints, library->queries().checkpoints(runs.front().row.id));
    std::cout << "\n";
    print_checkpoints(checkpoints);
    return {};
}

}  // namespace

void add_list_command(CommandLine& line) {
    const auto [command, arguments] = line.add("list", "List runs and their checkpoints", run_list);
    add_run_option(command, arguments.run);
    line.with_json(command);
}

}  // namespace stepvault::cli
