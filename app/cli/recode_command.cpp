#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "scheme_options.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct RecodeArguments {
    RecodeRequest request;
    SchemeOptions scheme;
};

Status run_recode(const RecodeArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    auto request = arguments.request;
    request.scheme = *arguments.scheme.choice();
    STEPVAULT_ASSIGN(report, library->maintenance().recode(request, context.job));
    const auto from_stored = report.checkpoints - report.from_originals;
    if (context.json) {
        print_json({{"checkpoints", report.checkpoints},
                    {"from_originals", report.from_originals},
                    {"from_stored", from_stored},
                    {"original_bytes", report.original_bytes},
                    {"stored_bytes_before", report.stored_before},
                    {"stored_bytes", report.stored_after},
                    {"largest_relative_error_before", report.largest_error_before},
                    {"largest_relative_error", report.largest_error_after},
                    {"dry_run", request.dry_run}});
        return {};
    }
    std::cout << (request.dry_run ? "would code " : "coded ") << report.checkpoints
              << " checkpoints anew: " << format_bytes(report.stored_before) << " ("
              << format_ratio(report.original_bytes, report.stored_before) << ") before, "
              << format_bytes(report.stored_after) << " ("
              << format_ratio(report.original_bytes, report.stored_after) << ") "
              << (request.dry_run ? "then" : "now") << "\n";
    if (from_stored > 0) {
        std::cout << from_stored
                  << " of them from their stored copies, since the originals are gone or changed: the new "
                     "error adds to the old one\n";
    }
    return {};
}

}  // namespace

void add_recode_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("recode", "Recode a run's stored checkpoints with another scheme", run_recode);
    add_run_option(command, arguments.request.run)->required();
    add_scheme_options(command, arguments.scheme, true);
    command
        .add_option("--from", arguments.request.from,
                    "Only this step and checkpoints stored after it (default: all)")
        ->type_name("N");
    command.add_flag("--dry-run", arguments.request.dry_run,
                     "Only report the size and error that would result");
    line.with_json(command);
}

}  // namespace stepvault::cli
