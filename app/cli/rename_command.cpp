#include <iostream>

#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct RenameArguments {
    std::string run;
    std::string name;
};

Status run_rename(const RenameArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    STEPVAULT_TRY(library->maintenance().rename(run.row.id, arguments.name));
    if (context.json) {
        print_json({{"id", run.row.id}, {"name", arguments.name}, {"before", run.row.name}});
    } else {
        std::cout << "renamed: " << printable(run.row.name) << " is now " << printable(arguments.name)
                  << "\n";
    }
    return {};
}

}  // namespace

void add_rename_command(CommandLine& line) {
    const auto [command, arguments] = line.add("rename", "Give a run another name", run_rename);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    command.add_option("name", arguments.name, "Its new name, which no other run has")
        ->required()
        ->type_name("NAME");
    line.with_json(command);
}

}  // namespace stepvault::cli
