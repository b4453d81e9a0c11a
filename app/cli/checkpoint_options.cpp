#include "checkpoint_options.h"

#include <CLI/CLI.hpp>

namespace stepvault::cli {

CLI::Option* add_run_option(CLI::App& command, std::string& run) {
    return command.add_option("--run", run, "Name or id of the run")->type_name("NAME");
}

void add_checkpoint_options(CLI::App& command, CheckpointOptions& options) {
    auto* group = command.add_option_group("checkpoint");
    group->add_option("--step", options.step, "Step; if it was saved more than once, the newest save")
        ->type_name("N");
    group->add_option("--id", options.id, "Id of the checkpoint, from `list --run NAME`")->type_name("ID");
    group->require_option(1);
}

}  // namespace stepvault::cli
