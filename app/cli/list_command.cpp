#include <algorithm>
#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct ListArguments {
    std::string run;  ///< empty for all runs
    std::string tag;  ///< empty for runs with any tags
    bool archived = false;
};

std::string labels_text(const RunLabels& labels) {
    std::string text;
    const auto add = [&](const std::string& label) { text.append(text.empty() ? "" : ", ").append(label); };
    if (labels.favourite) add("favourite");
    if (labels.archived) add("archived");
    for (const auto& tag : labels.tags)
        add(tag);
    return text;
}

void print_runs(const std::vector<RunInfo>& runs) {
    Table rows{{"run", "state", "checkpoints", "last step", "loss", "original", "stored", "ratio"}};
    constexpr std::size_t labels_column = 8;
    const auto has_labels = [](const RunInfo& run) { return !labels_text(run.row.labels).empty(); };
    const bool any_labels = std::ranges::any_of(runs, has_labels);
    if (any_labels) rows.front().emplace_back("labels");
    for (const auto& r : runs) {
        rows.push_back({r.row.name, std::string(run_state_name(r.state)), std::to_string(r.checkpoints),
                        r.last_step ? format_step(*r.last_step) : "-", format_value(r.last_loss),
                        format_bytes(r.original_bytes), format_bytes(r.stored_bytes),
                        format_ratio(r.original_bytes, r.stored_bytes)});
        if (any_labels) rows.back().push_back(labels_text(r.row.labels));
    }
    std::cout << format_table(rows, {0, 1, labels_column});
}

void print_checkpoints(const std::vector<CheckpointRow>& checkpoints) {
    Table rows{{"step", "id", "source", "scheme", "loss", "original", "stored", "ratio", "error", "lag"}};
    for (const auto& c : checkpoints) {
        rows.push_back({format_step(c.step), c.id, c.source,
                        name_of(c.scheme) + (c.bits > 0 ? " " + std::to_string(c.bits) : "") +
                            (c.key ? " key" : "") + (c.weights_only ? ", weights only" : "") +
                            (c.pinned ? ", pinned" : ""),
                        format_value(c.loss), format_bytes(c.original_bytes), format_bytes(c.stored_bytes),
                        format_ratio(c.original_bytes, c.stored_bytes), format_error(c.relative_error),
                        format_lag(c.lag)});
    }
    std::cout << format_table(rows, {1, 2, 3});
}

/// Says why there is no run to list, and how to list some.
void print_none(const ListArguments& arguments, bool is_any_archived) {
    if (!arguments.tag.empty()) {
        std::cout << "No run has the tag " << printable(arguments.tag)
                  << (is_any_archived && !arguments.archived ? " and is not archived" : "") << ".\n";
    } else if (is_any_archived) {
        std::cout << "All runs are archived; `stepvault list --archived` shows them.\n";
    } else {
        std::cout
            << "Nothing is filed yet. `stepvault watch FOLDER` files what a training run writes there.\n";
    }
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
    if (!arguments.tag.empty())
        std::erase_if(runs, [&](const auto& run) { return !run.row.labels.tags.contains(arguments.tag); });
    if (context.json) return print_runs_json(*library, runs);
    const auto is_archived = [](const RunInfo& run) { return run.row.labels.archived; };
    const bool is_any_archived = std::ranges::any_of(runs, is_archived);
    if (!arguments.archived && arguments.run.empty()) std::erase_if(runs, is_archived);
    if (runs.empty()) {
        print_none(arguments, is_any_archived);
        return {};
    }
    print_runs(runs);
    if (arguments.run.empty()) return {};
    if (const auto& note = runs.front().row.labels.note; !note.empty())
        std::cout << "\n" << printable_lines(note) << "\n";
    STEPVAULT_ASSIGN(checkpoints, library->queries().checkpoints(runs.front().row.id));
    std::cout << "\n";
    print_checkpoints(checkpoints);
    return {};
}

}  // namespace

void add_list_command(CommandLine& line) {
    const auto [command, arguments] = line.add("list", "List runs and their checkpoints", run_list);
    add_run_option(command, arguments.run);
    command.add_option("--tag", arguments.tag, "Only runs with this tag")->type_name("TAG");
    command.add_flag("--archived", arguments.archived, "Archived runs, too");
    line.with_json(command);
}

}  // namespace stepvault::cli
