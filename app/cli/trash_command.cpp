#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>

#include "commands.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct TrashRestoreArguments {
    std::vector<std::string> entries;  ///< exactly one
    std::optional<std::filesystem::path> into;
};

struct TrashPurgeArguments {
    std::vector<std::string> entries;
    bool all = false;
};

std::map<std::string, std::string> run_names(VaultHandle& library) {
    std::map<std::string, std::string> names;
    if (const auto runs = library.queries().runs()) {
        for (const auto& info : *runs)
            names[info.row.id] = info.row.name;
    }
    return names;
}

std::string steps_of(const TrashEntry& entry) {
    std::vector<std::int64_t> steps;
    for (const auto& m : entry.steps)
        steps.push_back(m.step);
    for (const auto& original : entry.originals) {
        if (const auto step = step_of_id(original.checkpoint_id)) steps.push_back(*step);
    }
    if (steps.empty()) return "-";
    const auto [least, most] = std::ranges::minmax(steps);
    return least == most ? format_step(least) : format_step(least) + " to " + format_step(most);
}

std::string contents_of(const TrashEntry& entry) {
    const auto counted = [](std::size_t n, const char* what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    const auto stored = entry.steps.size() + entry.unreadable.size();
    if (entry.originals.empty()) return counted(stored, "checkpoint");
    return counted(entry.originals.size(), "original file");
}

nlohmann::ordered_json json_of(const TrashEntry& entry, const std::string& run) {
    auto steps = nlohmann::ordered_json::array();
    for (const auto& m : entry.steps)
        steps.push_back({{"id", m.id}, {"step", m.step}, {"source", m.source}});
    auto originals = nlohmann::ordered_json::array();
    for (const auto& original : entry.originals) {
        originals.push_back({{"id", original.checkpoint_id},
                             {"path", printable(original.path.native())},
                             {"bytes", original.bytes}});
    }
    return {{"entry", entry.id},
            {"run_id", entry.run_id},
            {"run", run},
            {"bytes", entry.bytes},
            {"checkpoints", std::move(steps)},
            {"originals", std::move(originals)},
            {"folder", printable(entry.originals_folder.native())},
            {"unreadable", entry.unreadable}};
}

Status list_trash(const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(entries, library->maintenance().trash());
    auto names = run_names(*library);
    if (context.json) {
        const auto entry_json = [&](const TrashEntry& e) { return json_of(e, names[e.run_id]); };
        print_json({{"entries", json_list(entries, entry_json)}});
        return {};
    }
    if (entries.empty()) {
        std::cout << "the trash is empty\n";
        return {};
    }
    Table rows{{"entry", "run", "steps", "what", "bytes"}};
    std::uint64_t bytes = 0;
    for (const auto& e : entries) {
        bytes += e.bytes;
        rows.push_back({e.id, names[e.run_id], steps_of(e), contents_of(e), format_bytes(e.bytes)});
    }
    std::cout << format_table(std::move(rows), {0, 1, 2, 3}) << "`stepvault trash purge --all` frees "
              << format_bytes(bytes) << "\n";
    return {};
}

Result<int> restore_trash(const TrashRestoreArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(
        taken, library->maintenance().restore_trash(arguments.entries.front(), context.job, arguments.into));
    if (context.json) {
        nlohmann::ordered_json json{
            {"restored", taken.steps}, {"originals", taken.originals}, {"left", taken.left}};
        if (!taken.folder.empty()) json["folder"] = printable(taken.folder.native());
        print_json(json);
    } else {
        const auto count = taken.steps + taken.originals;
        std::cout << "restored " << count << (taken.originals > 0 ? " original file" : " checkpoint")
                  << (count == 1 ? "" : "s");
        if (!taken.folder.empty()) std::cout << " to " << printable(taken.folder.native());
        std::cout << "\n";
        for (const auto& why : taken.left)
            std::cerr << "stepvault: " << printable(why) << "; it stays in the trash\n";
    }
    return taken.left.empty() ? done : taken.damaged ? damaged : failed;
}

Result<int> purge_trash(const TrashPurgeArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(entries, library->maintenance().trash());
    auto chosen = arguments.entries;
    for (const auto& id : chosen) {
        if (std::ranges::find(entries, id, &TrashEntry::id) == entries.end()) return unknown_trash_entry(id);
    }
    if (arguments.all) {
        for (const auto& entry : entries)
            chosen.push_back(entry.id);
    }
    const auto report = library->maintenance().purge_several(chosen, context.job);
    int code = done;
    for (const auto& problem : report.problems)
        code = fail(problem);
    if (context.json)
        print_json({{"purged", report.purged}, {"freed_bytes", report.bytes}});
    else if (code == done || report.bytes > 0)
        std::cout << "freed " << format_bytes(report.bytes) << "\n";
    return code;
}

void add_trash_restore(CommandLine& line) {
    const auto [command, arguments] =
        line.add("trash restore", "Restore the contents of one entry", restore_trash);
    line.with_json(command);
    command.add_option("entry", arguments.entries, "Name of the entry in `trash list`")
        ->required()
        ->expected(1)
        ->type_name("ENTRY");
    command
        .add_option("--into", arguments.into,
                    "Folder for restored originals (default: the folder they came from)")
        ->type_name("FOLDER");
}

void add_trash_purge(CommandLine& line) {
    const auto [command, arguments] = line.add("trash purge", "Delete entries permanently", purge_trash);
    line.with_json(command);
    auto* entries = command.add_option_group("entries");
    entries->add_option("entry", arguments.entries, "Names of entries in `trash list`")->type_name("ENTRY");
    entries->add_flag("--all", arguments.all, "All entries");
    entries->require_option(1);
}

}  // namespace

void add_trash_command(CommandLine& line) {
    line.add_group("trash", "List, restore or purge removed checkpoints and originals");
    line.with_json(line.add("trash list", "List the entries of the trash",
                            [](const CommandContext& context) { return finish(list_trash(context)); }));
    add_trash_restore(line);
    add_trash_purge(line);
}

}  // namespace stepvault::cli
