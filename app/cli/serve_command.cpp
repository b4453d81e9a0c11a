#include <unistd.h>

#include "commands.h"
#include "db/backends.h"
#include "exit_code.h"
#include "remote/copy/folder_store.h"
#include "remote/serve/copy_dispatcher.h"
#include "remote/serve/server.h"
#include "remote/serve/vault_dispatcher.h"

namespace stepvault::cli {

namespace {

struct ServeArguments {
    bool may_create = false;
    bool is_copy = false;
};

Status serve_vault(bool may_create, const CommandContext& context) {
    const auto mode = may_create ? LocalVault::Mode::create : LocalVault::Mode::existing;
    const auto vault = LocalVault::open_caught_up(context.vault, mode, sqlite_backends(), context.job);
    if (!vault) {
        refuse(STDOUT_FILENO, vault.error());
        return vault.error();
    }
    VaultDispatcher dispatcher(**vault);
    return serve(dispatcher, STDIN_FILENO, STDOUT_FILENO, context.job.stop);
}

Status serve_copy(const CommandContext& context) {
    const auto folder = folder_of_copy(context.vault);
    if (!folder) {
        refuse(STDOUT_FILENO, folder.error());
        return folder.error();
    }
    CopyDispatcher dispatcher(*folder);
    return serve(dispatcher, STDIN_FILENO, STDOUT_FILENO, context.job.stop);
}

Status run_serve(const ServeArguments& arguments, const CommandContext& context) {
    if (::isatty(STDIN_FILENO) != 0)
        return Error{ErrorCode::invalid_argument,
                     "serve talks to a Stepvault on another machine, not to people; use --host there"};
    return arguments.is_copy ? serve_copy(context) : serve_vault(arguments.may_create, context);
}

}  // namespace

void add_serve_command(CommandLine& line) {
    const auto [command, arguments] =
        line.add("serve", "Serve the vault to a Stepvault on another machine, on standard input and output",
                 run_serve);
    auto* create = command.add_flag("--create", arguments.may_create, "Make the vault if there is none");
    command.add_flag("--copy", arguments.is_copy, "Take the folder of --vault as a place for copies")
        ->excludes(create);
}

}  // namespace stepvault::cli
