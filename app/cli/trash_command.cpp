#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>

#include "command_line.h"
#include "exit_code.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

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

int list_trash(VaultHandle& library, const Options& options) {
    const auto entries = library.maintenance().trash();
    if (!entries) return fail(entries.error());
    auto names = run_names(library);
    if (options.json) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& e : *entries) {
            auto steps = nlohmann::ordered_json::array();
            for (const auto& m : e.steps)
                steps.push_back({{"id", m.id}, {"step", m.step}, {"source", m.source}});
            auto originals = nlohmann::ordered_json::array();
            for (const auto& original : e.originals) {
                originals.push_back({{"id", original.checkpoint_id},
                                     {"path", printable(original.path.native())},
                                     {"bytes", original.bytes}});
            }
            list.push_back({{"entry", e.id},
                            {"run_id", e.run_id},
                            {"run", names[e.run_id]},
                            {"bytes", e.bytes},
                            {"checkpoints", std::move(steps)},
                            {"originals", std::move(originals)},
                            {"folder", printable(e.originals_folder.native())},
                            {"unreadable", e.unreadable}});
        }
        print_json({{"entries", std::move(list)}});
        return done;
    }
    if (entries->empty()) {
        std::cout << "the trash is empty\n";
        return done;
    }
    std::vector<std::vector<std::string>> rows{{"entry", "run", "steps", "what", "bytes"}};
    std::uint64_t bytes = 0;
    for (const auto& e : *entries) {
        bytes += e.bytes;
        rows.push_back({e.id, names[e.run_id], steps_of(e), contents_of(e), format_bytes(e.bytes)});
    }
    std::cout << format_table(std::move(rows), {0, 1, 2, 3}) << "`stepvault trash purge --all` frees "
              << format_bytes(bytes) << "\n";
    return done;
}

int restore_trash(VaultHandle& library, const Options& options, const JobContext& job) {
    const auto taken =
        library.maintenance().restore_trash(options.trash.entries.front(), job, options.trash.into);
    if (!taken) return fail(taken.error());
    if (options.json) {
        nlohmann::ordered_json json{
            {"restored", taken->steps}, {"originals", taken->originals}, {"left", taken->left}};
        if (!taken->folder.empty()) json["folder"] = printable(taken->folder.native());
        print_json(json);
    } else {
        const auto count = taken->steps + taken->originals;
        std::cout << "restored " << count << (taken->originals > 0 ? " original file" : " checkpoint")
                  << (count == 1 ? "" : "s");
        if (!taken->folder.empty()) std::cout << " to " << printable(taken->folder.native());
        std::cout << "\n";
        for (const auto& why : taken->left)
            std::cerr << "stepvault: " << printable(why) << "; it stays in the trash\n";
    }
    return taken->left.empty() ? done : taken->damaged ? damaged : failed;
}

int purge_trash(VaultHandle& library, const Options& options, const JobContext& job) {
    const auto entries = library.maintenance().trash();
    if (!entries) return fail(entries.error());
    auto chosen = options.trash.entries;
    for (const auto& id : chosen) {
        if (std::ranges::find(*entries, id, &TrashEntry::id) == entries->end())
            return fail(unknown_trash_entry(id));
    }
    if (options.trash.all) {
        for (const auto& entry : *entries)
            chosen.push_back(entry.id);
    }
    const auto report = library.maintenance().purge_several(chosen, job);
    int code = done;
    for (const auto& problem : report.problems)
        code = fail(problem);
    if (options.json)
        print_json({{"purged", report.purged}, {"freed_bytes", report.bytes}});
    else if (code == done || report.bytes > 0)
        std::cout << "freed " << format_bytes(report.bytes) << "\n";
    return code;
}

}  // namespace

int run_trash(const Options& options, const JobContext& job) {
    const auto library = open_library(options, LocalVault::Mode::existing, job);
    if (!library) return fail(library.error());
    if (options.part == "restore") return restore_trash(**library, options, job);
    if (options.part == "purge") return purge_trash(**library, options, job);
    return list_trash(**library, options);
}

}  // namespace stepvault::cli
