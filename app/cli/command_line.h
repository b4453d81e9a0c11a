#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "command_context.h"

namespace stepvault::cli {

/// The parser of the command line. It owns the options that all commands take; each command adds itself with
/// its own options.
class CommandLine {
 public:
    using Run = std::function<int(const CommandContext&)>;

    CommandLine();

    /// Adds a command, or a subcommand by the names of its parent and its own: "trash list". Its options must
    /// write into objects that `run` owns, because they must outlive the parsing.
    CLI::App& add(const std::string& name, const std::string& description, Run run);
    /// Adds a command with the arguments that it gives to `run`; its options write into them.
    template <class Arguments, class Outcome>
    std::pair<CLI::App&, Arguments&> add(const std::string& name, const std::string& description,
                                         Outcome (*run)(const Arguments&, const CommandContext&)) {
        const auto arguments = std::make_shared<Arguments>();
        auto& command = add(name, description, [arguments, run](const CommandContext& context) {
            return finish(run(*arguments, context));
        });
        return {command, *arguments};
    }
    /// Adds a command of which only the subcommands run.
    void add_group(const std::string& name, const std::string& description);
    /// Adds --json to a command that reports.
    void with_json(CLI::App& command);

    /// Returns the chosen command, or an exit code if there is none to run: help, version, usage errors. The
    /// command refers to this object.
    std::variant<int, std::function<int(const JobContext&)>> parse(int argc, char** argv);

 private:
    /// The innermost subcommand that was named, or the program if none was.
    [[nodiscard]] const CLI::App& chosen() const;
    /// Prints the error on one line that ends with the help command to run.
    void tell_usage(const CLI::ParseError& error) const;

    CLI::App app_;
    std::filesystem::path vault_ = default_vault();
    bool json_ = false;
    std::map<const CLI::App*, Run> runs_;
};

}  // namespace stepvault::cli
