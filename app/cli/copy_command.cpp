#include <iostream>
#include <system_error>

#include "base/paths.h"
#include "commands.h"
#include "exit_code.h"
#include "json_output.h"
#include "remote/client/copy_place.h"
#include "remote/copy/run_return.h"
#include "remote/copy/s3_place.h"
#include "remote/copy/vault_copying.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct CopyArguments {
    std::vector<std::string> names;  ///< the runs, then the place
    bool all = false;
    bool drop_lost = false;
    bool is_back = false;
};

nlohmann::ordered_json copy_json(const CopyReport& report, const std::string& place) {
    nlohmann::ordered_json json{
        {"copy", place},
        {"runs", json_list(report.runs,
                           [](const RunCopyReport& run) {
                               return nlohmann::ordered_json{{"name", run.name},
                                                             {"id", run.id},
                                                             {"checkpoints", run.checkpoints},
                                                             {"files", run.files},
                                                             {"bytes", run.bytes},
                                                             {"sent_files", run.sent_files},
                                                             {"sent_bytes", run.sent_bytes}};
                           })},
        {"failed", json_list(report.failed, [](const Error& error) { return error.message; })},
        {"removed_objects", report.removed.count},
        {"removed_bytes", report.removed.bytes}};
    return json;
}

void print_copied(const CopyReport& report, const std::string& place) {
    for (const auto& run : report.runs) {
        std::cout << "copied " << printable(run.name) << " to " << printable(place) << ": " << run.checkpoints
                  << " checkpoints, " << format_bytes(run.bytes) << "; "
                  << (run.sent_files == 0 ? "all of it was there already"
                                          : "sent " + format_bytes(run.sent_bytes) + " in " +
                                                format_count(run.sent_files) + " files")
                  << "\n";
    }
    if (report.removed.count > 0) {
        std::cout << "removed " << report.removed.count << " files that no run needs any more, "
                  << format_bytes(report.removed.bytes) << "\n";
    }
    if (report.removed.hindered) {
        std::cout << "removed nothing from " << printable(place) << ": "
                  << printable(report.removed.hindered->message) << "\n";
    }
}

std::filesystem::path real_path(const std::filesystem::path& path) {
    std::error_code ec;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, ec), ec);
}

/// Nothing but checkpoints of the training belongs into a run's folder, and into a vault only its own files.
Status check_place(const std::string& place, const Vault& vault) {
    if (is_s3_place(place) || is_on_machine(place)) return {};
    const auto folder = real_path(place);
    const auto refused = [&](const std::string& where) {
        return Error{ErrorCode::invalid_argument,
                     place + " lies in " + where + "; name a place outside of it"};
    };
    if (lies_in(folder, real_path(vault.folder()))) return refused("the vault");
    STEPVAULT_ASSIGN(runs, vault.runs());
    for (const auto& run : runs.records) {
        if (!run.folder.empty() && lies_in(folder, real_path(run.folder)))
            return refused("the folder of run " + run.name);
    }
    return {};
}

int fail_each(const std::vector<Error>& errors) {
    int code = done;
    for (const auto& error : errors)
        code = std::max(code, fail(error));
    return code;
}

void print_returned(const ReturnReport& report) {
    for (const auto& run : report.runs) {
        std::cout << "brought back " << printable(run.name) << ": " << run.checkpoints << " checkpoints, "
                  << format_bytes(run.bytes) << "\n";
    }
    for (const auto& name : report.present)
        std::cout << "the vault has " << printable(name) << " already; it stays as it is\n";
}

Result<int> copy_back(const std::vector<std::string>& names, const std::string& place,
                      const CommandContext& context) {
    STEPVAULT_ASSIGN(store, open_copy(place, context));
    const auto open_vault = [&]() -> Result<Vault> {
        STEPVAULT_ASSIGN(vault, Vault::open(context.vault, true));
        STEPVAULT_TRY(check_place(place, vault));
        return vault;
    };
    STEPVAULT_ASSIGN(report, return_runs(*store, open_vault, names, context.job));
    // Its catalog takes the runs up.
    STEPVAULT_TRY(open_library(context));
    if (context.json) {
        print_json({{"copy", store->name()},
                    {"runs", json_list(report.runs,
                                       [](const ReturnedRun& run) {
                                           return nlohmann::ordered_json{{"name", run.name},
                                                                         {"id", run.id},
                                                                         {"checkpoints", run.checkpoints},
                                                                         {"bytes", run.bytes}};
                                       })},
                    {"present", report.present},
                    {"failed", json_list(report.failed, [](const Error& error) { return error.message; })}});
    } else {
        print_returned(report);
    }
    return fail_each(report.failed);
}

Result<int> run_copy(const CopyArguments& arguments, const CommandContext& context) {
    auto names = arguments.names;
    const auto place = names.back();
    names.pop_back();
    if (arguments.all != names.empty()) {
        return fail_usage(arguments.all ? "--all and names of runs exclude each other; see `copy --help`"
                                        : "name the runs to copy and then the place, or give --all; see "
                                          "`copy --help`");
    }
    if (arguments.is_back) return copy_back(names, place, context);
    STEPVAULT_ASSIGN(vault, Vault::open(context.vault, false));
    STEPVAULT_TRY(check_place(place, vault));
    STEPVAULT_ASSIGN(store, open_copy(place, context));
    CopyRequest request{.runs = std::move(names), .drop_lost = arguments.drop_lost};
    STEPVAULT_ASSIGN(report, copy_runs(vault, request, *store, context.job));
    if (context.json)
        print_json(copy_json(report, store->name()));
    else
        print_copied(report, store->name());
    return fail_each(report.failed);
}

}  // namespace

void add_copy_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("copy", "Copy runs to another place, and send only what it lacks", run_copy);
    command
        .add_option(
            "names", arguments.names,
            "Names or ids of runs, then the place: a folder, [USER@]HOST:FOLDER, or s3://BUCKET/PREFIX")
        ->required()
        ->type_name("RUN... TO");
    command.add_flag("--all", arguments.all, "Copy all runs");
    auto* back =
        command.add_flag("--back", arguments.is_back,
                         "Bring runs that the vault lacks back from the place; the vault may be new");
    command
        .add_flag("--drop-lost", arguments.drop_lost,
                  "Also remove from the copy checkpoints that the vault has lost without removing them")
        ->excludes(back);
    line.with_json(command);
}

}  // namespace stepvault::cli
