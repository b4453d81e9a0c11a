#include <iostream>

#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct ArchiveArguments {
    std::string run;
    bool undo = false;
};

Status run_archive(const ArchiveArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    STEPVAULT_TRY(library->maintenance().change_labels(run.row.id, {.archived = !arguments.undo}));
    if (context.json) {
        print_json({{"run", run.row.name}, {"id", run.row.id}, {"archived", !arguments.undo}});
    } else {
        std::cout << (arguments.undo ? "no longer archived: " : "archived: ") << printable(run.row.name)
                  << "\n";
    }
    return {};
}

}  // namespace

void add_archive_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("archive", "Hide a run from lists; everything of it stays", run_archive);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    command.add_flag("--undo", arguments.undo, "Show the run again");
    line.with_json(command);
}

}  // namespace stepvault::cli
