#include "checkpoint_options.h"

#include <CLI/CLI.hpp>

namespace stepvault::cli {

CLI::Option* add_run_option(CLI::App& command, std::string& run) {
    return command.add_option("--run", run, "Name or id of the run")->type_name("NAME");
}

void add_checkpoint_options(CLI::App& command, CheckpointOptions& options) {
    auto* group = command.add_option_group("checkpoint");
    group->add_option("--step", options.step, "The newest checkpoint of this step")->type_name("N");
    group->add_option("--id", options.id, "Exactly this checkpoint")->type_name("ID");
    group->require_option(1);
}

}  // namespace stepvault::cli
