#include <iostream>

#include "checkpoint_options.h"
#include "commands.h"
#include "json_output.h"
#include "remote/copy/copy_restoring.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct RestoreArguments {
    RestoreRequest request;
    CheckpointOptions checkpoint;
    bool weights_only = false;
    std::string from;  ///< copy to restore from; empty: from the vault
};

Result<RestoreReport> restore_by(const RestoreRequest& request, const std::string& from,
                                 const CommandContext& context) {
    if (from.empty()) {
        STEPVAULT_ASSIGN(library, open_library(context));
        return library->restorer().restore(request, context.job);
    }
    STEPVAULT_ASSIGN(store, open_copy(from, context));
    ThreadPool pool;
    return restore_from_copy(*store, request, pool, context.job);
}

Status run_restore(const RestoreArguments& arguments, const CommandContext& context) {
    if (arguments.request.output.empty() && !arguments.request.into_run)
        return Error{ErrorCode::invalid_argument, "--output or --into-run is required"};
    auto request = arguments.request;
    request.step = arguments.checkpoint.step;
    request.checkpoint_id = arguments.checkpoint.id;
    request.extent = arguments.weights_only ? RestoreExtent::weights : RestoreExtent::whole;
    STEPVAULT_ASSIGN(report, restore_by(request, arguments.from, context));
    if (context.json) {
        nlohmann::ordered_json json = {{"id", report.checkpoint_id},
                                       {"output", report.output.native()},
                                       {"bytes", report.bytes},
                                       {"files", report.files},
                                       {"snippet", report.snippet}};
        if (arguments.weights_only) json["tensors"] = report.tensors;
        print_json(json);
    } else {
        std::cout << "restored " << (arguments.weights_only ? "the weights to " : "")
                  << report.output.native() << " (" << format_bytes(report.bytes) << ")\n";
        if (!report.snippet.empty()) std::cout << "\nTo load it in Python:\n\n" << report.snippet;
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
    command
        .add_option("--from", arguments.from,
                    "Restore from this copy: a folder, [USER@]HOST:FOLDER, or s3://BUCKET/PREFIX; the vault "
                    "is not needed")
        ->type_name("PLACE");
    auto& target = *command.add_option_group("Target", "Where to restore to");
    target.require_option(1);
    target.add_option("--output,-o", arguments.request.output, "File or folder to write")
        ->check(CLI::Validator(check, ""))
        ->type_name("PATH");
    target.add_flag(
        "--into-run", arguments.request.into_run,
        "Write into the run's own folder, beside the original and under a free name; it is not filed "
        "again");
    command.add_flag(
        "--weights-only", arguments.weights_only,
        "Only the model's weights: unchanged if they have files of their own, else as safetensors");
    command.add_flag("--force", arguments.request.replace, "Replace an existing output");
    line.with_json(command);
}

}  // namespace stepvault::cli
