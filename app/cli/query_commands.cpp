#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

void print_runs(const std::vector<RunInfo>& runs) {
    std::vector<std::vector<std::string>> rows{
        {"run", "state", "checkpoints", "last step", "loss", "original", "stored", "ratio"}};
    for (const auto& r : runs) {
        rows.push_back({r.row.name, std::string(run_state_name(r.state)), std::to_string(r.checkpoints),
                        r.last_step ? format_step(*r.last_step) : "-", format_value(r.last_loss),
                        format_bytes(r.original_bytes), format_bytes(r.stored_bytes),
                        format_ratio(r.original_bytes, r.stored_bytes)});
    }
    std::cout << format_table(rows, {0, 1});
}

void print_checkpoints(const std::vector<CheckpointRow>& checkpoints) {
    std::vector<std::vector<std::string>> rows{
        {"step", "id", "source", "scheme", "loss", "original", "stored", "ratio", "error"}};
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

void print_checklist(const std::vector<ChecklistItem>& checklist) {
    std::cout << "to resume\n";
    std::vector<std::vector<std::string>> rows;
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
                std::cout << "  ... all of it with --json\n";
                break;
            }
            std::cout << std::string(2 + 2 * std::size_t{line.depth}, ' ')
                      << printable(line.key.empty() ? line.text : line.key + ": " + line.text) << "\n";
        }
        std::cout << "\n";
    }
}

void print_tensors(const CheckpointReport& report) {
    std::vector<std::vector<std::string>> rows{
        {"tensor", "role", "type", "shape", "norm", "error", "largest"}};
    for (std::size_t i = 0; i < report.tensors.size(); ++i) {
        const auto& t = report.tensors[i];
        rows.push_back({t.file.empty() ? t.name : t.file + ": " + t.name, t.role, t.dtype,
                        format_shape(t.shape), format_value(report.norms[i]), format_error(t.relative_error),
                        format_error(t.max_abs_error)});
    }
    std::cout << format_table(rows, {0, 1, 2, 3});
}

Result<CheckpointRow> find(VaultHandle& library, const RunInfo& run, const Options& options) {
    if (options.step) return library.queries().find_checkpoint(run.row.id, *options.step);
    STEPVAULT_ASSIGN(rows, library.queries().checkpoints(run.row.id));
    for (const auto& row : rows) {
        if (row.id == options.id) return row;
    }
    return Error{ErrorCode::not_found, "there is no checkpoint " + options.id + " in run " + run.row.name};
}

Status list(const Options& options, const JobContext& job) {
    STEPVAULT_ASSIGN(library, open_library(options, LocalVault::Mode::existing, job));
    std::vector<RunInfo> runs;
    if (options.run.empty()) {
        STEPVAULT_ASSIGN(all, library->queries().runs());
        runs = std::move(all);
    } else {
        STEPVAULT_ASSIGN(one, library->queries().run(options.run));
        runs.push_back(std::move(one));
    }
    if (options.json) {
        auto out = nlohmann::ordered_json::array();
        for (const auto& r : runs) {
            STEPVAULT_ASSIGN(checkpoints, library->queries().checkpoints(r.row.id));
            out.push_back(run_json(r, checkpoints));
        }
        print_json({{"runs", std::move(out)}});
        return {};
    }
    if (runs.empty()) {
        std::cout
            << "Nothing is filed yet. `stepvault watch FOLDER` files what a training run writes there.\n";
        return {};
    }
    print_runs(runs);
    if (options.run.empty()) return {};
    STEPVAULT_ASSIGN(checkpoints, library->queries().checkpoints(runs.front().row.id));
    std::cout << "\n";
    print_checkpoints(checkpoints);
    return {};
}

Status show(const Options& options, const JobContext& job) {
    STEPVAULT_ASSIGN(library, open_library(options, LocalVault::Mode::existing, job));
    STEPVAULT_ASSIGN(run, library->queries().run(options.run));
    STEPVAULT_ASSIGN(checkpoint, find(*library, run, options));
    STEPVAULT_ASSIGN(report, library->queries().report(run.row.id, checkpoint.id, job));
    if (options.json) {
        print_json(report_json(checkpoint, report));
        return {};
    }
    std::cout << "run        " << printable(run.row.name) << "\nstep       " << format_step(checkpoint.step)
              << "\nid         " << checkpoint.id << "\nsource     " << printable(checkpoint.source)
              << "\nsaved      " << format_time(checkpoint.saved) << "\nscheme     "
              << name_of(checkpoint.scheme)
              << (checkpoint.bits > 0 ? ", " + std::to_string(checkpoint.bits) + " bits" : "")
              << (checkpoint.parent.empty() ? ", base"
                  : checkpoint.key          ? ", key step"
                                            : "")
              << (checkpoint.parent.empty() ? "" : " on top of " + checkpoint.parent)
              << (checkpoint.weights_only ? ", only the weights are kept" : "") << "\nsize       "
              << format_bytes(checkpoint.original_bytes) << ", stored in "
              << format_bytes(checkpoint.stored_bytes) << " ("
              << format_ratio(checkpoint.original_bytes, checkpoint.stored_bytes) << ")\nerror      relative "
              << format_error(checkpoint.relative_error) << ", largest "
              << format_error(checkpoint.max_abs_error) << "\n\n";
    print_checklist(report.checklist);
    print_objects(report.files);
    print_tensors(report);
    return {};
}

}  // namespace

int run_list(const Options& options, const JobContext& job) {
    const auto status = list(options, job);
    return status ? done : fail(status.error());
}

int run_show(const Options& options, const JobContext& job) {
    const auto status = show(options, job);
    return status ? done : fail(status.error());
}

}  // namespace stepvault::cli
