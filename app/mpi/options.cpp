#include "options.h"

#include <CLI/CLI.hpp>

namespace stepvault::mpi {

namespace {

void add_save(CLI::App& app, Options& o) {
    auto* save = app.add_subcommand("save", "Store one checkpoint; each process codes its share");
    save->callback([&o] { o.command = Command::save; });
    save->add_option("path", o.path, "Checkpoint file or folder")->required()->type_name("PATH");
    save->add_option("--run", o.run, "Name or id of the run")->required()->type_name("NAME");
    save->add_option("--step", o.step, "Its step, if neither content nor name gives it")->type_name("N");
    save->add_option_function<std::string>(
            "--scheme", [&o](const std::string& name) { o.scheme.scheme = *scheme_named(name); },
            "Scheme to code with")
        ->check(CLI::IsMember(distributed_scheme_names()));
    save->add_option("--bits", o.scheme.bits, "Bits of scheme lc")->check(CLI::Range(1, 8));
    save->add_option("--error", o.scheme.error, "Target relative error of scheme adaptive")
        ->check(CLI::Range(0.001, 0.999));
    auto* level = save->add_option("--level", o.level, "1 to 3: on the nodes; 4: in the vault")
                      ->check(CLI::Range(1, 4))
                      ->capture_default_str();
    save->add_option(
            "--intervals", o.intervals,
            "Instead of --level: seconds between saves on levels 1 to 4, 0 for never; saves on the one due")
        ->delimiter(',')
        ->expected(4)
        ->type_name("S,S,S,S")
        ->excludes(level);
    save->add_option("--weights", o.weights, "Each process's share of the work, in proportion")
        ->delimiter(',')
        ->type_name("W,W,...");
    save->add_flag("--json", o.json, "Report as JSON");
}

}  // namespace

std::optional<bool> parse_options(int argc, char** argv, Options& o, bool speak) {
    CLI::App app("Stepvault over many processes; start it with mpirun.", "stepvault-mpi");
    app.set_version_flag("--version", std::string("stepvault-mpi ") + STEPVAULT_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.add_option("--vault", o.vault, "Folder of the vault, which all processes see")
        ->required()
        ->type_name("DIR");
    app.add_option("--node-folder", o.nodes_pattern, "A node's own folder; %n stands for its number")
        ->type_name("DIR");
    app.add_option("--nodes", o.nodes, "Number of nodes (default: one for each machine)")
        ->check(CLI::Range(1, 4096));
    app.add_option("--group", o.group, "Nodes that keep copies and parity for each other")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    add_save(app, o);
    const auto add = [&](Command command, const char* name, const char* what) {
        auto* added = app.add_subcommand(name, what);
        added->callback([&o, command] { o.command = command; });
        added->add_option("--run", o.run, "Name or id of the run")->required()->type_name("NAME");
        return added;
    };
    add(Command::rebuild, "rebuild", "Put the nodes' newest step into the vault");
    auto* restore = add(Command::restore, "restore", "Write back the newest step, from nodes or vault");
    restore->add_option("--step", o.step, "Restore this step instead")->type_name("N");
    restore->add_option("--output,-o", o.output, "File or folder to write")->required()->type_name("PATH");
    restore->add_flag("--force", o.force, "Replace an existing output");
    add(Command::verify, "verify", "Check the vault and the nodes against their checksums");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return (speak ? app.exit(e) : e.get_exit_code()) != 0;
    }
    return {};
}

}  // namespace stepvault::mpi
