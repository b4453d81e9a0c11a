#include <iostream>

#include "commands.h"
#include "demo/demo_training.h"

namespace stepvault::cli {

namespace {

struct DemoArguments {
    std::vector<std::filesystem::path> folders;
    std::uint32_t seconds = 60;
};

Status run_demo(const DemoArguments& arguments, const CommandContext& context) {
    const auto folder =
        arguments.folders.empty() ? std::filesystem::path("stepvault-demo") : arguments.folders.front();
    std::cout << "training a small model into " << folder.native() << " for about " << arguments.seconds
              << " s; watch it with: stepvault watch " << folder.native() << std::endl;
    DemoOptions demo;
    demo.duration = std::chrono::seconds(arguments.seconds);
    STEPVAULT_TRY(run_demo_training(folder, demo, context.job));
    std::cout << "done\n";
    return {};
}

}  // namespace

void add_demo_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("demo", "Train a small model that writes real checkpoints", run_demo);
    command.add_option("folder", arguments.folders, "Folder for the run")->type_name("DIR");
    command.add_option("--seconds", arguments.seconds, "How long to train")
        ->check(CLI::Range(0, 86400))
        ->capture_default_str();
}

}  // namespace stepvault::cli
