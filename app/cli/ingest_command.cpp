#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "scheme_options.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct IngestArguments {
    IngestRequest request;
    SchemeOptions scheme;
};

Status run_ingest(const IngestArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context, LocalVault::Mode::create));
    auto request = arguments.request;
    request.scheme = arguments.scheme.choice();
    auto rows = library->watcher().ingest(request, context.job);
    if (!rows) {
        auto error = std::move(rows).error();
        if (error.code == ErrorCode::incomplete) error.message += "; --raw stores it as it is";
        return error;
    }
    if (context.json) {
        print_json({{"checkpoints", json_list(*rows, checkpoint_json)}});
        return {};
    }
    for (const auto& row : *rows) {
        std::cout << "filed " << printable(row.source) << " as step " << format_step(row.step) << ": "
                  << format_stored(row.original_bytes, row.stored_bytes) << "\n";
    }
    return {};
}

}  // namespace

void add_ingest_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("ingest", "Store the checkpoint files that you name, without watching", run_ingest);
    auto& request = arguments.request;
    command.add_option("paths", request.paths, "Checkpoint files or folders")->required()->type_name("PATH");
    add_run_option(command, request.run)->required();
    command.add_option("--step", request.step, "Step, if neither the content nor the name gives it")
        ->type_name("N");
    command.add_flag("--raw", request.raw, "Store truncated files as they are");
    add_scheme_options(command, arguments.scheme);
    line.with_json(command);
}

}  // namespace stepvault::cli
