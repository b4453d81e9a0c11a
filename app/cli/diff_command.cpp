#include <algorithm>
#include <filesystem>
#include <iostream>

#include "amounts.h"
#include "checkpoint_name.h"
#include "commands.h"
#include "diff_output.h"
#include "json_output.h"

namespace stepvault::cli {

namespace {

struct DiffArguments {
    std::string a;
    std::string b;
    std::string role;
    std::optional<std::size_t> limit;
};

/// "first-moment", which needs no quotes in a shell.
std::string option_of(Role role) {
    std::string name(role_name(role));
    std::ranges::replace(name, ' ', '-');
    return name;
}

std::optional<Role> role_of(std::string option) {
    std::ranges::replace(option, '-', ' ');
    return role_named(option);
}

Status check_path(const std::string& path) {
    std::error_code ec;
    if (std::filesystem::exists(path, ec)) return {};
    return Error{ErrorCode::not_found,
                 "there is no file or folder " + path +
                     "; name a stored checkpoint as RUN@STEP or RUN@ID, from `stepvault list`"};
}

Result<CheckpointPlace> find_place(Queries* queries, const std::string& argument) {
    if (queries == nullptr || !names_stored_checkpoint(argument)) {
        STEPVAULT_TRY(check_path(argument));
        return CheckpointPlace{{}, {}, argument};
    }
    STEPVAULT_ASSIGN(row, find_named_checkpoint(*queries, argument));
    return CheckpointPlace{row.run_id, row.id, {}};
}

Result<CheckpointDifference> compare(const DiffArguments& arguments, const CommandContext& context) {
    // Files can be compared without any vault.
    std::unique_ptr<VaultHandle> library;
    if (names_stored_checkpoint(arguments.a) || names_stored_checkpoint(arguments.b)) {
        STEPVAULT_ASSIGN(opened, open_library(context));
        library = std::move(opened);
    }
    auto* queries = library ? &library->queries() : nullptr;
    STEPVAULT_ASSIGN(a, find_place(queries, arguments.a));
    STEPVAULT_ASSIGN(b, find_place(queries, arguments.b));
    if (queries != nullptr) return queries->difference(a, b, context.job);
    ThreadPool pool;
    return compare_files(a.path, b.path, pool, context.job);
}

Status run_diff(const DiffArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(difference, compare(arguments, context));
    const DiffRows rows{role_of(arguments.role), arguments.limit};
    if (context.json)
        print_json(difference_json(difference, arguments.a, arguments.b, rows));
    else
        std::cout << describe_difference(difference, arguments.a, arguments.b, rows);
    return {};
}

}  // namespace

void add_diff_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("diff", "Compare two checkpoints, tensor by tensor and value by value", run_diff);
    const std::string form = "RUN@STEP, RUN@ID, or a file or folder";
    command.add_option("A", arguments.a, "Checkpoint to compare with: " + form)->required()->type_name("");
    command.add_option("B", arguments.b, "Checkpoint to compare: " + form)->required()->type_name("");
    std::vector<std::string> names;
    std::ranges::transform(all_roles, std::back_inserter(names), option_of);
    command.add_option("--role", arguments.role, "Only tensors of this role")
        ->check(CLI::IsMember(names))
        ->type_name("ROLE");
    command
        .add_option("--limit", arguments.limit,
                    "Most tensors and values to list (default 30; with --json all)")
        ->check(CLI::Range(std::uint64_t{1}, most_steps))
        ->type_name("N");
    line.with_json(command);
}

}  // namespace stepvault::cli
