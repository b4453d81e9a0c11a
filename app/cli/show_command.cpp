#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct ShowArguments {
    std::string run;
    CheckpointOptions checkpoint;
};

Result<CheckpointRow> find_checkpoint(VaultHandle& library, const RunInfo& run,
                                      const CheckpointOptions& options) {
    if (options.step) return library.queries().find_checkpoint(run.row.id, *options.step);
    STEPVAULT_ASSIGN(rows, library.queries().checkpoints(run.row.id));
    for (const auto& row : rows) {
        if (row.id == options.id) return row;
    }
    return Error{ErrorCode::not_found, "there is no checkpoint " + options.id + " in run " + run.row.name};
}

void print_summary(const RunInfo& run, const CheckpointRow& checkpoint) {
    auto scheme = name_of(checkpoint.scheme);
    if (checkpoint.bits > 0) scheme += ", " + std::to_string(checkpoint.bits) + " bits";
    if (checkpoint.parent.empty())
        scheme += ", base";
    else
        scheme += (checkpoint.key ? ", key step on top of " : " on top of ") + checkpoint.parent;
    if (checkpoint.weights_only) scheme += ", only the weights are kept";
    const auto size = format_bytes(checkpoint.original_bytes) + ", stored in " +
                      format_bytes(checkpoint.stored_bytes) + " (" +
                      format_ratio(checkpoint.original_bytes, checkpoint.stored_bytes) + ")";
    const auto error = "relative " + format_error(checkpoint.relative_error) + ", largest " +
                       format_error(checkpoint.max_abs_error) + ", lag " + format_lag(checkpoint.lag);
    constexpr std::size_t label_width = 9;
    std::cout << format_table({{"run", run.row.name},
                               {"step", format_step(checkpoint.step)},
                               {"id", checkpoint.id},
                               {"source", checkpoint.source},
                               {"saved", format_time(checkpoint.saved)},
                               {"scheme", scheme},
                               {"size", size},
                               {"error", error}},
                              {0, 1}, label_width)
              << "\n";
}

/// Removing one of the runs leaves the base to the others.
void print_shared_base(const SharedBaseReport& base) {
    std::cout << "builds on the shared base " << printable(base.file) << "; runs that need it:";
    for (std::size_t i = 0; i < base.runs.size(); ++i)
        std::cout << (i == 0 ? " " : ", ") << printable(base.runs[i]);
    std::cout << "\n\n";
}

void print_checklist(const std::vector<ChecklistItem>& checklist) {
    std::cout << "to resume\n";
    Table rows;
    rows.reserve(checklist.size());
    for (const auto& item : checklist)
        rows.push_back({"  " + item.name, item.present ? "yes" : "not found", item.detail});
    std::cout << format_table(rows, {0, 1, 2}) << "\n";
}

/// Prints the upper levels of each file's objects, after its note and its unusual imports.
void print_objects(const std::vector<FileReport>& files) {
    constexpr std::uint32_t deepest = 2;
    constexpr std::size_t most_lines = 40;
    for (const auto& file : files) {
        if (file.objects.empty() && file.note.empty()) continue;
        std::cout << (file.path.empty() ? "contents" : printable(file.path)) << " (" << file.format << ")\n";
        if (!file.note.empty()) std::cout << "  " << printable(file.note) << "\n";
        for (const auto& global : file.globals)
            std::cout << "  its pickle imports " << printable(global)
                      << ", which is not on PyTorch's own allow-list\n";
        std::size_t printed = 0;
        for (const auto& line : file.objects) {
            if (line.depth > deepest) continue;
            if (++printed > most_lines) {
                std::cout << "  ... --json prints everything\n";
                break;
            }
            std::cout << std::string(2 + 2 * std::size_t{line.depth}, ' ')
                      << printable(line.key.empty() ? line.text : line.key + ": " + line.text) << "\n";
        }
        std::cout << "\n";
    }
}

void print_tensors(const CheckpointReport& report) {
    Table rows{{"tensor", "role", "type", "shape", "norm", "error", "lag", "largest"}};
    for (std::size_t i = 0; i < report.tensors.size(); ++i) {
        const auto& t = report.tensors[i];
        rows.push_back({name_in_file(t.file, t.name), t.role, t.dtype, format_shape(t.shape),
                        format_value(report.norms[i]), format_error(t.relative_error), format_lag(t.lag),
                        format_error(t.max_abs_error)});
    }
    std::cout << format_table(rows, {0, 1, 2, 3});
}

Status run_show(const ShowArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    STEPVAULT_ASSIGN(checkpoint, find_checkpoint(*library, run, arguments.checkpoint));
    STEPVAULT_ASSIGN(report, library->queries().report(run.row.id, checkpoint.id, context.job));
    if (context.json) {
        print_json(report_json(checkpoint, report));
        return {};
    }
    print_summary(run, checkpoint);
    if (report.shared_base) print_shared_base(*report.shared_base);
    print_checklist(report.checklist);
    print_objects(report.files);
    print_tensors(report);
    return {};
}

}  // namespace

void add_show_command(CommandLine& line) {
    const auto [command, arguments] = line.add("show", "Show one checkpoint and its tensors", run_show);
    add_run_option(command, arguments.run)->required();
    add_checkpoint_options(command, arguments.checkpoint);
    line.with_json(command);
}

}  // namespace stepvault::cli
