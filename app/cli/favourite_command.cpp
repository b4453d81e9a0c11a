#include <iostream>

#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct FavouriteArguments {
    std::string run;
    bool undo = false;
};

Status run_favourite(const FavouriteArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    STEPVAULT_TRY(library->maintenance().change_labels(run.row.id, {.favourite = !arguments.undo}));
    if (context.json) {
        print_json({{"run", run.row.name}, {"id", run.row.id}, {"favourite", !arguments.undo}});
    } else {
        std::cout << (arguments.undo ? "no longer a favourite: " : "favourite: ") << printable(run.row.name)
                  << "\n";
    }
    return {};
}

}  // namespace

void add_favourite_command(CommandLine& line) {
    const auto [command, arguments] = line.add("favourite", "Mark a run as a favourite", run_favourite);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    command.add_flag("--undo", arguments.undo, "Remove the mark");
    line.with_json(command);
}

}  // namespace stepvault::cli
