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

/// A setting of another scheme than the one chosen is a mistake, not a wish.
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
                         "Put sound files in the place of damaged ones; set aside what can't be repaired");
    command
        .add_option("--from", request.from,
                    "Another copy of the vault, or the folder with those of a cluster's nodes")
        ->needs(repair)
        ->check(CLI::ExistingDirectory)
        ->type_name("DIR");
    command.add_flag("--originals", request.originals,
                     "Also decode what is stored and compare it with originals that are still there");
    command
        .add_option("--parity", request.parity,
                    "Keep so much of each step file as parity, from now on, for repairs without a copy")
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
    auto* model =
        what->add_option("--model", request.model, "A well-known model with AdamW's state, by its shapes")
            ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
    what->require_option(1);
    constexpr std::uint32_t most_times = 1000;
    command.add_option("--deeper", request.scale.depth, "Times as many layers as the model has")
        ->check(CLI::Range(1U, most_times))
        ->needs(model)
        ->type_name("N");
    command.add_option("--wider", request.scale.width, "Times as wide as the model is")
        ->check(CLI::Range(1U, most_times))
        ->needs(model)
        ->type_name("N");
    command.add_option("--ranks", request.ranks, "Over how many processes")
        ->required()
        ->check(CLI::Range(1U, 65536U))
        ->type_name("P");
    command.add_option("--nodes", request.nodes, "On how many nodes they run, as many on each")
        ->check(CLI::Range(1U, 65536U))
        ->type_name("N");
    command
        .add_option("--weights", request.weights,
                    "How much each can take, one number a rank (default: alike)")
        ->delimiter(',')
        ->check(CLI::Range(1U, 1'000'000U))
        ->type_name("1,1,2");
    command.add_option("--rival", request.rival, "Divide by another rule instead, to compare")
        ->check(CLI::IsMember({"greedy", "round-robin"}));
    add_coding_options(command, request.coding);
}

/// One line, with the way out.
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
        "Stepvault watches training runs, files their checkpoints compressed, and restores any step.",
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
        c->add_option("--scheme", o.scheme, "How to code from now on")->check(CLI::IsMember(scheme_names()));
        c->add_option("--bits", o.bits, "Bits of scheme lc")->check(CLI::Range(1, 8))->type_name("1-8");
        c->add_option_function<std::string>(
             "--buckets", [&o](const std::string& name) { o.buckets = buckets_named(name); },
             "What shares buckets in scheme lc (default group: like tensors)")
            ->check(CLI::IsMember({"group", "model", "tensor"}));
        c->add_option_function<std::string>(
             "--representative",
             [&o](const std::string& name) { o.representative = representative_named(name); },
             "What stands for a bucket in scheme lc (default midrange)")
            ->check(CLI::IsMember({"midrange", "mean"}));
        c->add_option("--error", o.error, "Relative error that scheme adaptive aims at (default 0.5)")
            ->check(CLI::Range(0.001, 0.999))
            ->type_name("E");
        c->add_option("--budget", o.budget, "Size that schemes topn and scar keep to, in percent (default 5)")
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
             "Exception for a tensor (* and ? fit anything) or role:ROLE; the first that fits holds")
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

    auto* watch = app.add_subcommand("watch", "Watch folders of runs and file every checkpoint");
    watch->add_option("folders", o.paths, "Folders that training runs write into")
        ->required()
        ->type_name("RUN_DIR");
    watch->add_flag("--once", o.once, "File what is complete, name what is skipped, end");
    scheme(watch);
    auto* plan_while_watching = watch->add_flag(
        "--plan", o.follow_plan, "Keep plan.json up in their folders, for the training hook to follow");
    for (auto* option : add_plan_options(*watch, o.plan))
        option->needs(plan_while_watching);
    json(watch);
    auto* ingest = app.add_subcommand("ingest", "File checkpoints by hand");
    ingest->add_option("paths", o.paths, "Checkpoint files or folders")->required()->type_name("PATH");
    run(ingest)->required();
    ingest->add_option("--step", o.step, "Their step, where neither content nor name tell")->type_name("N");
    ingest->add_flag("--raw", o.raw, "Take files that are cut off as they are");
    scheme(ingest);
    json(ingest);
    auto* list = app.add_subcommand("list", "List runs and their checkpoints");
    run(list);
    json(list);
    auto* show = app.add_subcommand("show", "Show one checkpoint and its tensors");
    which(show);
    json(show);
    auto* restore =
        app.add_subcommand("restore", "Write a checkpoint back as the training framework wrote it");
    which(restore);
    restore->add_option("--output,-o", o.output, "File or folder to write")
        ->required()
        ->check(CLI::Validator(
            [](const std::string& path) {
                return path.empty() ? std::string("is empty; name a file or folder to write") : std::string();
            },
            ""))
        ->type_name("PATH");
    restore->add_flag("--weights-only", o.weights_only,
                      "The model's weights alone: files of their own as they were, else as safetensors");
    restore->add_flag("--force", o.force, "Replace an existing output");
    json(restore);
    add_verify_options(*app.add_subcommand("verify", "Hold every stored byte against its checksum"),
                       o.verify);
    json(app.get_subcommand("verify"));
    app.add_subcommand("reindex", "Make the catalog again from the vault");
    app.add_subcommand("move", "Move the vault to another folder, on this disk or another")
        ->add_option("folder", o.output, "Folder that is not there yet, and will be the vault")
        ->required()
        ->type_name("DIR");
    auto* demo = app.add_subcommand("demo", "Train a small model that writes real checkpoints");
    demo->add_option("folder", o.paths, "Folder for the run")->type_name("DIR");
    demo->add_option("--seconds", o.seconds, "How long to train")
        ->check(CLI::Range(0, 86400))
        ->capture_default_str();

    auto* tune = app.add_subcommand("tune", "Say what each scheme would cost, from a stored step alone");
    run(tune)->required();
    tune->add_option("--step", o.step, "From this step (default: the newest coded with a loss)")
        ->type_name("N");
    json(tune);
    auto* recode = app.add_subcommand("recode", "Code what is stored of a run anew, by another scheme");
    run(recode)->required();
    scheme(recode);
    recode->get_option("--scheme")->required();
    recode->add_option("--from", o.step, "This step and what was filed later; else all")->type_name("N");
    recode->add_flag("--dry-run", o.dry_run, "Only say what would become of it");
    json(recode);
    auto* prune = app.add_subcommand("prune", "Remove checkpoints of a run but those that a rule keeps");
    auto* pruned = prune->add_option_group("run");
    pruned->add_option("run", o.run, "Name or id of the run")->type_name("RUN");
    pruned->add_flag("--all", o.prune.all_runs, "Every run of the vault, each by itself");
    pruned->require_option(1);
    add_prune_options(*prune, o.prune.rules);
    auto* weights = prune->add_flag("--weights-only", o.prune.weights_only,
                                    "Of those that no rule keeps, drop all but the weights, at once");
    auto* none =
        prune->add_flag("--keep-none", o.prune.keep_none, "With --weights-only: of all that are not pinned")
            ->needs(weights);
    prune
        ->add_flag("--remember", o.prune.remember,
                   "Make these rules the vault's own, which hold where none are given")
        ->excludes(none);
    prune->add_flag("--dry-run", o.dry_run, "Only say what would go");
    prune
        ->add_flag_callback(
            "--purge", [&o] { o.prune.removal = Maintenance::Removal::permanent; },
            "Free the space at once, not by way of the trash")
        ->excludes(weights);
    json(prune);
    auto* free = app.add_subcommand(
        "free", "Move a run's own checkpoint files to the trash, but those that a rule keeps");
    free->add_option("run", o.run, "Name or id of the run")->required()->type_name("RUN");
    add_prune_options(*free, o.free.rules);
    free->add_option("--up-to-error", o.free.most_error,
                     "Also those that are stored with a relative error of at most so much; else only what is "
                     "stored exactly")
        ->check(CLI::Range(0.0, 1.0))
        ->type_name("E");
    free->add_flag("--dry-run", o.dry_run, "Only say what would go");
    json(free);
    auto* trash = app.add_subcommand("trash", "What was removed, until it is purged");
    trash->require_subcommand(1);
    const auto of_trash = [&](const char* name, const char* what) {
        auto* c = trash->add_subcommand(name, what);
        c->callback([&o, name] { o.part = name; });
        json(c);
        return c;
    };
    of_trash("list", "Show what is in it");
    auto* bring_back = of_trash("restore", "Bring back what one removal took");
    bring_back->add_option("entry", o.trash.entries, "As `trash list` names it")
        ->required()
        ->expected(1)
        ->type_name("ENTRY");
    bring_back->add_option("--into", o.trash.into, "Where originals go, if not to where they came from")
        ->type_name("FOLDER");
    auto* purge = of_trash("purge", "Delete for good")->add_option_group("entries");
    purge->add_option("entry", o.trash.entries, "As `trash list` names them")->type_name("ENTRY");
    purge->add_flag("--all", o.trash.all, "All there is");
    purge->require_option(1);
    auto* pin = app.add_subcommand("pin", "Keep a checkpoint, whatever rules say");
    pin->add_option("run", o.run, "Name or id of the run")->required()->type_name("RUN");
    of_run(pin);
    pin->add_flag("--unpin", o.unpin, "No longer");
    json(pin);
    auto* bench = app.add_subcommand("bench", "Measure coding, filing and restoring on this machine");
    for (const auto& [part, what] : {std::pair("codec", "Only the codec"), std::pair("disk", "Only the disk"),
                                     std::pair("serialize", "What bytes and tensors cost a process each")}) {
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
        ->add_option("--scheme", o.scheme, "How to code")
        ->check(CLI::IsMember(distributed_scheme_names()));
    json(bench);

    const auto plan_of = [&](CLI::App* c) {
        c->add_option("run", o.run, "Run of the vault, or a table with step, time and loss")
            ->required()
            ->type_name("RUN|CSV");
        add_plan_options(*c, o.plan);
        json(c);
    };
    auto* plan = app.add_subcommand("plan", "Say when the next checkpoints are worth taking");
    plan_of(plan);
    plan->add_option("--out", o.output, "Write the plan for the training hook")->type_name("plan.json");
    plan->add_option("--schedule", o.schedule, "The one to write (default: the recommended one)");
    auto* simulate =
        app.add_subcommand("simulate", "Play out what failures do to a training, or how a cluster saves");
    simulate->require_subcommand(1);
    auto* simulate_plan = simulate->add_subcommand("plan", "Every schedule of a plan");
    simulate_plan->fallthrough()->callback([&o] { o.part = "plan"; });
    plan_of(simulate_plan);
    add_simulation_options(*simulate_plan, o.simulation, o.trace);

    auto* simulate_cluster = simulate->add_subcommand(
        "cluster", "Save times, speed-up and what survives, on clusters of many sizes");
    simulate_cluster->callback([&o] { o.part = "cluster"; });
    add_cluster_options(*simulate_cluster, o.cluster);
    json(simulate_cluster);

    auto* partition =
        app.add_subcommand("partition", "Divide one checkpoint over the processes that hold it");
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
