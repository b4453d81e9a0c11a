#include "background_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "base/utf8.h"
#include "exit_code.h"
#include "json_output.h"
#include "library/watch/background_watch.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

std::string folders_text(const BackgroundWatch& watch) {
    std::string text;
    for (const auto& folder : watch.folders)
        text.append(text.empty() ? "" : ", ").append(folder.native());
    return printable(text);
}

nlohmann::ordered_json watch_json(const BackgroundWatch& watch) {
    auto folders = nlohmann::ordered_json::array();
    for (const auto& folder : watch.folders)
        folders.push_back(valid_utf8(folder.native()));
    return {{"id", watch.id},
            {"host", watch.host},
            {"pid", watch.pid},
            {"unit", watch.unit},
            {"folders", folders},
            {"started", watch.started},
            {"log", valid_utf8(watch.log.native())}};
}

void print_watches(const std::vector<BackgroundWatch>& watches, bool json) {
    if (json) {
        auto list = nlohmann::ordered_json::array();
        for (const auto& watch : watches)
            list.push_back(watch_json(watch));
        print_json({{"watches", std::move(list)}});
        return;
    }
    if (watches.empty()) {
        std::cout << "Nothing is watched in the background. `stepvault watch FOLDER --detach` begins that.\n";
        return;
    }
    Table rows{{"id", "host", "since", "folders"}};
    for (const auto& watch : watches)
        rows.push_back({watch.id, watch.host, format_time(watch.started), folders_text(watch)});
    std::cout << format_table(rows, {0, 1, 2, 3});
}

/// Stops all of them even if one fails, and returns the first error.
Status stop_watches(Watcher& watcher, const std::vector<std::string>& ids) {
    Status first;
    for (const auto& id : ids) {
        auto stopped = watcher.stop_background(id);
        if (stopped)
            std::cout << "stopped background watch " << id << "\n";
        else if (first)
            first = std::move(stopped);
    }
    return first;
}

}  // namespace

void add_background_options(CLI::App& command, BackgroundOptions& options) {
    auto* detach = command.add_flag("--detach", options.detach,
                                    "Watch in the background, also after you log out or disconnect");
    auto* list = command.add_flag("--list", options.list, "List the watches in the background");
    auto* stop = command.add_option("--stop", options.stop, "Stop a watch in the background, or all")
                     ->type_name("ID|all");
    list->excludes(detach);
    stop->excludes(detach)->excludes(list);
    constexpr const char* hidden = "";
    command.add_option("--background-id", options.id)->group(hidden);
    command.add_option("--background-log", options.log)->group(hidden);
}

Result<int> run_request(const BackgroundOptions& options, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    auto& watcher = library->watcher();
    std::vector<std::string> ids{options.stop};
    if (options.list || options.stop == "all") {
        STEPVAULT_ASSIGN(watches, watcher.background());
        if (options.list) {
            print_watches(watches, context.json);
            return done;
        }
        ids.clear();
        for (const auto& watch : watches)
            ids.push_back(watch.id);
    }
    STEPVAULT_TRY(stop_watches(watcher, ids));
    return done;
}

Result<int> run_detached(const WatchOptions& watch, const std::vector<std::string>& more,
                         const CommandContext& context) {
    std::filesystem::path vault;
    {
        // The other process opens it, too; its problems are told better here.
        STEPVAULT_ASSIGN(library, open_library(context, LocalVault::Mode::create));
        vault = library->folder();
    }
    STEPVAULT_ASSIGN(started, start_background(vault, watch, more));
    if (context.json) {
        print_json(watch_json(started));
        return done;
    }
    std::cout << "watching " << folders_text(started) << " in the background on " << printable(started.host)
              << " (" << started.id << "); `watch --stop " << started.id << "` stops it\n";
    for (const auto& folder : started.folders) {
        std::error_code ec;
        if (!std::filesystem::exists(folder, ec))
            std::cout << printable(folder.native()) << " does not exist yet; it is watched once it does\n";
    }
    return done;
}

}  // namespace stepvault::cli
