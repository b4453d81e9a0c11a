#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct RestoreArguments {
    RestoreRequest request;
    CheckpointOptions checkpoint;
    bool weights_only = false;
};

Status run_restore(const RestoreArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    auto request = arguments.request;
    request.step = arguments.checkpoint.step;
    request.checkpoint_id = arguments.checkpoint.id;
    request.extent = arguments.weights_only ? RestoreExtent::weights : RestoreExtent::whole;
    STEPVAULT_ASSIGN(report, library->restorer().restore(request, context.job));
    if (context.json) {
        nlohmann::ordered_json json = {{"id", report.checkpoint_id},
                                       {"output", report.output.native()},
                                       {"bytes", report.bytes},
                                       {"files", report.files}};
        if (arguments.weights_only) json["tensors"] = report.tensors;
        print_json(json);
    } else {
        std::cout << "restored " << (arguments.weights_only ? "the weights to " : "")
                  << report.output.native() << " (" << format_bytes(report.bytes) << ")\n";
    }
    return {};
}

}  // namespace

void add_restore_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("restore", "Restore a checkpoint as the training framework wrote it", run_restore);
    add_run_option(command, arguments.request.run)->required();
    add_checkpoint_options(command, arguments.checkpoint);
    const auto check = [](const std::string& path) {
        return path.empty() ? std::string("is empty; name a file or folder to write") : std::string();
    };
    command.add_option("--output,-o", arguments.request.output, "File or folder to write")
        ->required()
        ->check(CLI::Validator(check, ""))
        ->type_name("PATH");
    command.add_flag(
        "--weights-only", arguments.weights_only,
        "Only the model's weights: unchanged if they have files of their own, else as safetensors");
    command.add_flag("--force", arguments.request.replace, "Replace an existing output");
    line.with_json(command);
}

}  // namespace stepvault::cli
