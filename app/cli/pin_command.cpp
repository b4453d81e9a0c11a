#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct PinArguments {
    std::string run;
    CheckpointOptions checkpoint;
    bool unpin = false;
};

Status run_pin(const PinArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    auto id = arguments.checkpoint.id;
    if (arguments.checkpoint.step) {
        STEPVAULT_ASSIGN(row, library->queries().find_checkpoint(run.row.id, *arguments.checkpoint.step));
        id = row.id;
    }
    STEPVAULT_TRY(library->maintenance().pin(run.row.id, id, !arguments.unpin));
    if (context.json) {
        print_json({{"run", run.row.name}, {"id", id}, {"pinned", !arguments.unpin}});
    } else {
        std::cout << (arguments.unpin ? "no longer pinned: " : "pinned: ") << id << " of "
                  << printable(run.row.name) << "\n";
    }
    return {};
}

}  // namespace

void add_pin_command(CommandLine& line) {
    const auto [command, arguments] = line.add("pin", "Protect a checkpoint from removal by rules", run_pin);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    add_checkpoint_options(command, arguments.checkpoint);
    command.add_flag("--unpin", arguments.unpin, "Remove the pin");
    line.with_json(command);
}

}  // namespace stepvault::cli
