#include "command_line.h"

#include <algorithm>
#include <iostream>

#include "exit_code.h"

namespace stepvault::cli {

CommandLine::CommandLine()
    : app_("Stepvault watches training runs, stores their checkpoints compressed, and restores any step.",
           "stepvault") {
    app_.set_version_flag("--version", std::string("stepvault ") + STEPVAULT_VERSION);
    app_.require_subcommand(1);
    app_.fallthrough();
    app_.add_option("--vault", vault_, "Folder of the vault (default ~/.local/share/stepvault)")
        ->type_name("DIR");
    // main() takes these away before anything is parsed.
    auto* host = app_.add_option("--host", "Machine to run the command on, by ssh: [USER@]HOST[:VAULT]")
                     ->type_name("HOST");
    app_.add_flag("--install")
        ->description("With --host: copy this program, or the FILE that follows, to that machine")
        ->needs(host);
    app_.add_flag("--uninstall")->description("With --host: remove that copy; vaults stay")->needs(host);
}

CLI::App& CommandLine::add(const std::string& name, const std::string& description, Run run) {
    const auto space = name.rfind(' ');
    auto* parent = space == std::string::npos ? &app_ : app_.get_subcommand(name.substr(0, space));
    auto& command =
        *parent->add_subcommand(space == std::string::npos ? name : name.substr(space + 1), description);
    runs_.emplace(&command, std::move(run));
    return command;
}

void CommandLine::add_group(const std::string& name, const std::string& description) {
    app_.add_subcommand(name, description)->require_subcommand(1);
}

void CommandLine::with_json(CLI::App& command) {
    command.add_flag("--json", json_, "Report as JSON");
}

std::variant<int, std::function<int(const JobContext&)>> CommandLine::parse(int argc, char** argv) {
    try {
        app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app_.exit(error);
        tell_usage(error);
        return usage;
    }
    return [this, &run = runs_.at(&chosen())](const JobContext& job) { return run({vault_, json_, job}); };
}

const CLI::App& CommandLine::chosen() const {
    const auto* command = &app_;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().front();
    return *command;
}

void CommandLine::tell_usage(const CLI::ParseError& error) const {
    std::string command = chosen().get_name();
    for (const auto* parent = chosen().get_parent(); parent != nullptr; parent = parent->get_parent())
        command.insert(0, parent->get_name() + " ");
    std::string message = error.what();
    std::ranges::replace(message, '\n', ' ');
    if (message.ends_with('.')) message.pop_back();
    std::cerr << "stepvault: " << message << "; see `" << command << " --help`\n";
}

}  // namespace stepvault::cli
