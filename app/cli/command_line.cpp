#include "command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "exit_code.h"
#include "plan_options.h"
#include "prune_options.h"

namespace stepvault::cli {

std::optional<SchemeChoice> Options::scheme_choice() const {
    if (!scheme && !bits && !buckets && !representative && !error && !budget && rules.empty()) return {};

    SchemeChoice choice;
    if (scheme) choice.scheme = *scheme_named(*scheme);
    if (!scheme && (bits || buckets || representative)) choice.scheme = Scheme::lc;
    if (bits) choice.bits = *bits;
    if (buckets) choice.buckets = *buckets;
    if (representative) choice.representative = *representative;
    if (error) choice.error = *error;
    if (budget) choice.budget = *budget;
    choice.rules = rules;
    return choice;
}

namespace {

/// Rejects settings that the chosen scheme does not have, rather than ignoring them.
void check_settings(const Options& o) {
    const auto choice = o.scheme_choice();
    const auto belongs = [&](bool given, const char* option, SchemeSetting setting) {
        if (!given || traits_of(choice->scheme).setting == setting) return;
        throw CLI::ValidationError(option, "scheme " + name_of(choice->scheme) + " has no such setting");
    };
    belongs(o.bits.has_value(), "--bits", SchemeSetting::bits);
    belongs(o.buckets.has_value(), "--buckets", SchemeSetting::bits);
    belongs(o.representative.has_value(), "--representative", SchemeSetting::bits);
    belongs(o.error.has_value(), "--error", SchemeSetting::error);
    belongs(o.budget.has_value(), "--budget", SchemeSetting::budget);
}

void add_verify_options(CLI::App& command, VerifyRequest& request) {
    auto* repair =
        command.add_flag("--repair", request.repair,
                         "Replace damaged files with sound ones; quarantine files that cannot be repaired");
    command
        .add_option("--from", request.from,
                    "Another copy of the vault, or the folder that holds the folders of a cluster's nodes")
        ->needs(repair)
        ->check(CLI::ExistingDirectory)
        ->type_name("DIR");
    command.add_flag("--originals", request.originals,
                     "Also decode the stored checkpoints and compare them with originals that still exist");
    command
        .add_option("--parity", request.parity,
                    "From now on, keep parity of this size for each step file, for repairs without a copy")
        ->transform([](const std::string& text) {
            if (text == "off") return std::string("0");
            return text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
        })
        ->check(CLI::Range(0.0, 100.0))
        ->type_name("PERCENT|off");
}

void add_partition_options(CLI::App& command, PartitionRequest& request) {
    auto* what = command.add_option_group("checkpoint");
    what->add_option("checkpoint", request.checkpoint, "Checkpoint file or folder")->type_name("PATH");
    const auto names = model_names();
    auto* model = what->add_option("--model", request.model,
                                   "A well-known model and its AdamW state, from its tensor shapes")
                      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
    what->require_option(1);
    constexpr std::uint32_t most_times = 1000;
    command.add_option("--deeper", request.scale.depth, "Factor for the number of layers")
        ->check(CLI::Range(1U, most_times))
        ->needs(model)
        ->type_name("N");
    command.add_option("--wider", request.scale.width, "Factor for the width of the model")
        ->check(CLI::Range(1U, most_times))
        ->needs(model)
        ->type_name("N");
    command.add_option("--ranks", request.ranks, "Number of processes")
        ->required()
        ->check(CLI::Range(1U, 65536U))
        ->type_name("P");
    command.add_option("--nodes", request.nodes, "Number of nodes, with equally many processes on each")
        ->check(CLI::Range(1U, 65536U))
        ->type_name("N");
    command.add_option("--weights", request.weights, "Relative capacity of each rank (default: all equal)")
        ->delimiter(',')
        ->check(CLI::Range(1U, 1'000'000U))
        ->type_name("1,1,2");
    command.add_option("--rival", request.rival, "Divide by a baseline rule instead, for comparison")
        ->check(CLI::IsMember({"greedy", "round-robin"}));
    add_coding_options(command, request.coding);
}

/// Prints the error on one line that ends with the help command to run.
void tell_usage(const CLI::App& app, const CLI::ParseError& error) {
    std::string command = app.get_name();
    for (const auto* at = &app; !at->get_subcommands().empty();) {
        at = at->get_subcommands().front();
        command += " " + at->get_name();
    }
    std::string message = error.what();
    std::ranges::replace(message, '\n', ' ');
    if (message.ends_with('.')) message.pop_back();
    std::cerr << "stepvault: " << message << "; see `" << command << " --help`\n";
}

}  // namespace

std::filesystem::path default_vault() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return std::filesystem::path(data) / "stepvault";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : ".") / ".local/share/stepvault";
}

Parsed parse_command_line(int argc, char** argv) {
    Parsed parsed;
    auto& o = parsed.options;
    o.vault = default_vault();
    CLI::App app(
        "Stepvault watches training runs, stores their checkpoints compressed, and restores any step.",
        "stepvault");
    app.set_version_flag("--version", std::string("stepvault ") + STEPVAULT_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.add_option("--vault", o.vault, "Folder of the vault")->type_name("DIR");

    const auto json = [&](CLI::App* c) { c->add_flag("--json", o.json, "Report as JSON"); };
    const auto run = [&](CLI::App* c) {
        return c->add_option("--run", o.run, "Name or id of the run")->type_name("NAME");
    };
    const auto scheme = [&](CLI::App* c) {
        c->add_option("--scheme", o.scheme, "Compression scheme from now on")
            ->check(CLI::IsMember(scheme_names()));
        c->add_option("--bits", o.bits, "Bits per value in scheme lc")
            ->check(CLI::Range(1, 8))
            ->type_name("1-8");
        c->add_option_function<std::string>(
             "--buckets", [&o](const std::string& name) { o.buckets = buckets_named(name); },
             "Tensors that share buckets in scheme lc (default group: similar tensors)")
            ->check(CLI::IsMember({"group", "model", "tensor"}));
        c->add_option_function<std::string>(
             "--representative",
             [&o](const std::string& name) { o.representative = representative_named(name); },
             "Value that represents a bucket in scheme lc (default midrange)")
            ->check(CLI::IsMember({"midrange", "mean"}));
        c->add_option("--error", o.error, "Target relative error of scheme adaptive (default 0.5)")
            ->check(CLI::Range(0.001, 0.999))
            ->type_name("E");
        c->add_option("--budget", o.budget, "Size limit of schemes topn and scar, in percent (default 5)")
            ->check(CLI::Range(0.01, 100.0))
            ->type_name("P");
        c->add_option_function<std::vector<std::string>>(
             "--rule",
             [&o](const std::vector<std::string>& texts) {
                 for (const auto& text : texts) {
                     const auto rule = CodingRule::parse(text);
                     if (!rule) throw CLI::ValidationError("--rule", rule.error().message);
                     o.rules.push_back(*rule);
                 }
             },
             "Exception for a tensor (* and ? are wildcards) or role:ROLE; the first match applies")
            ->type_name("NAME=exact|E");
    };
    const auto of_run = [&](CLI::App* c) {
        auto* group = c->add_option_group("checkpoint");
        group->add_option("--step", o.step, "The newest checkpoint of this step")->type_name("N");
        group->add_option("--id", o.id, "Exactly this checkpoint")->type_name("ID");
        group->require_option(1);
    };
    const auto which = [&](CLI::App* c) {
        run(c)->required();
        of_run(c);
    };

    auto* watch = app.add_subcommand("watch", "Watch run folders and store every checkpoint");
    watch->add_option("folders", o.paths, "Folders that training runs write into")
        ->required()
        ->type_name("RUN_DIR");
    watch->add_flag("--once", o.once, "Store the complete checkpoints, report the skipped ones, and exit");
    scheme(watch);
    auto* plan_while_watching =
        watch->add_flag("--plan", o.follow_plan,
                        "Keep a current plan.json in the run folders, for the training hook to follow");
    for (auto* option : add_plan_options(*watch, o.plan))
        option->needs(plan_while_watching);
    json(watch);
    auto* ingest = app.add_subcommand("ingest", "Store checkpoints by hand");
    ingest->add_option("paths", o.paths, "Checkpoint files or folders")->required()->type_name("PATH");
    run(ingest)->required();
    ingest->add_option("--step", o.step, "Step, if neither the content nor the name gives it")
        ->type_name("N");
    ingest->add_flag("--raw", o.raw, "Store truncated files as they are");
    scheme(ingest);
    json(ingest);
    auto* list = app.add_subcommand("list", "List runs and their checkpoints");
    run(list);
    json(list);
    auto* show = app.add_subcommand("show", "Show one checkpoint and its tensors");
    which(show);
    json(show);
    auto* restore = app.add_subcommand("restore", "Restore a checkpoint as the training framework wrote it");
    which(restore);
    restore->add_option("--output,-o", o.output, "File or folder to write")
        ->required()
        ->check(CLI::Validator(
            [](const std::string& path) {
                return path.empty() ? std::string("is empty; name a file or folder to write") : std::string();
            },
            ""))
        ->type_name("PATH");
    restore->add_flag(
        "--weights-only", o.weights_only,
        "Only the model's weights: unchanged if they have files of their own, else as safetensors");
    restore->add_flag("--force", o.force, "Replace an existing output");
    json(restore);
    add_verify_options(*app.add_subcommand("verify", "Check every stored byte against its checksum"),
                       o.verify);
    json(app.get_subcommand("verify"));
    app.add_subcommand("reindex", "Rebuild the catalog from the vault");
    app.add_subcommand("move", "Move the vault to another folder, on this disk or another")
        ->add_option("folder", o.output, "New folder for the vault; it must not exist yet")
        ->required()
        ->type_name("DIR");
    auto* demo = app.add_subcommand("demo", "Train a small model that writes real checkpoints");
    demo->add_option("folder", o.paths, "Folder for the run")->type_name("DIR");
    demo->add_option("--seconds", o.seconds, "How long to train")
        ->check(CLI::Range(0, 86400))
        ->capture_default_str();

    auto* tune = app.add_subcommand("tune", "Estimate the size and error of each scheme from a stored step");
    run(tune)->required();
    tune->add_option("--step", o.step, "Step to measure (default: the newest lossy step)")->type_name("N");
    json(tune);
    auto* recode = app.add_subcommand("recode", "Recode a run's stored checkpoints with another scheme");
    run(recode)->required();
    scheme(recode);
    recode->get_option("--scheme")->required();
    recode->add_option("--from", o.step, "Only this step and checkpoints stored after it (default: all)")
        ->type_name("N");
    recode->add_flag("--dry-run", o.dry_run, "Only report the size and error that would result");
    json(recode);
    auto* prune = app.add_subcommand("prune", "Remove a run's checkpoints, except those that a rule keeps");
    auto* pruned = prune->add_option_group("run");
    pruned->add_option("run", o.run, "Name or id of the run")->type_name("RUN");
    pruned->add_flag("--all", o.prune.all_runs, "All runs in the vault, each on its own");
    pruned->require_option(1);
    add_prune_options(*prune, o.prune.rules);
    auto* weights =
        prune->add_flag("--weights-only", o.prune.weights_only,
                        "Strip checkpoints that no rule keeps to their weights, without using the trash");
    auto* none = prune
                     ->add_flag("--keep-none", o.prune.keep_none,
                                "With --weights-only: strip all checkpoints that are not pinned")
                     ->needs(weights);
    prune
        ->add_flag("--remember", o.prune.remember,
                   "Save these rules in the vault, for use when no rules are given")
        ->excludes(none);
    prune->add_flag("--dry-run", o.dry_run, "Only report what would be removed");
    prune
        ->add_flag_callback(
            "--purge", [&o] { o.prune.removal = Maintenance::Removal::permanent; },
            "Free the space at once, not by way of the trash")
        ->excludes(weights);
    json(prune);
    auto* free = app.add_subcommand(
        "free", "Move a run's original files to the trash, except those that a rule keeps");
    free->add_option("run", o.run, "Name or id of the run")->required()->type_name("RUN");
    add_prune_options(*free, o.free.rules);
    free->add_option("--up-to-error", o.free.most_error,
                     "Also move originals stored with at most this relative error (default: only exact ones)")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("E");
    free->add_flag("--dry-run", o.dry_run, "Only report what would be removed");
    json(free);
    auto* trash = app.add_subcommand("trash", "List, restore or purge removed checkpoints and originals");
    trash->require_subcommand(1);
    const auto of_trash = [&](const char* name, const char* what) {
        auto* c = trash->add_subcommand(name, what);
        c->callback([&o, name] { o.part = name; });
        json(c);
        return c;
    };
    of_trash("list", "List the entries of the trash");
    auto* restore_entry = of_trash("restore", "Restore the contents of one entry");
    restore_entry->add_option("entry", o.trash.entries, "Name of the entry in `trash list`")
        ->required()
        ->expected(1)
        ->type_name("ENTRY");
    restore_entry
        ->add_option("--into", o.trash.into,
                     "Folder for restored originals (default: the folder they came from)")
        ->type_name("FOLDER");
    auto* purge = of_trash("purge", "Delete entries permanently")->add_option_group("entries");
    purge->add_option("entry", o.trash.entries, "Names of entries in `trash list`")->type_name("ENTRY");
    purge->add_flag("--all", o.trash.all, "All entries");
    purge->require_option(1);
    auto* pin = app.add_subcommand("pin", "Protect a checkpoint from removal by rules");
    pin->add_option("run", o.run, "Name or id of the run")->required()->type_name("RUN");
    of_run(pin);
    pin->add_flag("--unpin", o.unpin, "Remove the pin");
    json(pin);
    auto* bench = app.add_subcommand("bench", "Measure coding, storing and restoring on this machine");
    for (const auto& [part, what] :
         {std::pair("codec", "Only the codec"), std::pair("disk", "Only the disk"),
          std::pair("serialize", "Coding time of a process, by bytes and tensors")}) {
        bench->add_subcommand(part, what)->fallthrough()->callback([&o, name = std::string(part)] {
            o.part = name;
        });
    }
    bench->require_subcommand(0, 1);
    bench->add_option("files", o.paths, "Two checkpoints of one run to take weights from")
        ->expected(2)
        ->type_name("FILE");
    bench->add_option("--size", o.size_mib, "MiB of weights")
        ->check(CLI::Range(1, 16384))
        ->type_name("MIB")
        ->capture_default_str();
    bench->get_subcommand("serialize")
        ->add_option("--scheme", o.scheme, "Compression scheme")
        ->check(CLI::IsMember(distributed_scheme_names()));
    json(bench);

    const auto plan_of = [&](CLI::App* c) {
        c->add_option("run", o.run, "Run in the vault, or a table with step, time and loss")
            ->required()
            ->type_name("RUN|CSV");
        add_plan_options(*c, o.plan);
        json(c);
    };
    auto* plan = app.add_subcommand("plan", "Plan when the next checkpoints are worth taking");
    plan_of(plan);
    plan->add_option("--out", o.output, "Write the plan for the training hook")->type_name("plan.json");
    plan->add_option("--schedule", o.schedule, "Schedule to write (default: the recommended one)");
    auto* simulate = app.add_subcommand(
        "simulate", "Simulate the effect of failures on a training, or saving on a cluster");
    simulate->require_subcommand(1);
    auto* simulate_plan = simulate->add_subcommand("plan", "Simulate every schedule of a plan");
    simulate_plan->fallthrough()->callback([&o] { o.part = "plan"; });
    plan_of(simulate_plan);
    add_simulation_options(*simulate_plan, o.simulation, o.trace);

    auto* simulate_cluster = simulate->add_subcommand(
        "cluster", "Simulate save times, speed-up and failure survival on clusters of many sizes");
    simulate_cluster->callback([&o] { o.part = "cluster"; });
    add_cluster_options(*simulate_cluster, o.cluster);
    json(simulate_cluster);

    auto* partition = app.add_subcommand("partition", "Divide a checkpoint among the processes that hold it");
    add_partition_options(*partition, o.partition);
    json(partition);

    try {
        app.parse(argc, argv);
        check_settings(o);
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) {
            app.exit(e);
            parsed.exit = done;
        } else {
            tell_usage(app, e);
            parsed.exit = usage;
        }
        return parsed;
    }
    o.command = app.get_subcommands().front()->get_name();
    return parsed;
}

}  // namespace stepvault::cli
