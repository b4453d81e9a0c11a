#include <memory>
#include <unistd.h>

#include "commands.h"
#include "db/backends.h"
#include "exit_code.h"
#include "remote/serve/server.h"

namespace stepvault::cli {

namespace {

Status run_serve(bool may_create, const CommandContext& context) {
    if (::isatty(STDIN_FILENO) != 0)
        return Error{ErrorCode::invalid_argument,
                     "serve talks to a Stepvault on another machine, not to people; use --host there"};
    const auto mode = may_create ? LocalVault::Mode::create : LocalVault::Mode::existing;
    const auto vault = LocalVault::open_caught_up(context.vault, mode, sqlite_backends(), context.job);
    if (!vault) {
        refuse(STDOUT_FILENO, vault.error());
        return vault.error();
    }
    return serve(**vault, STDIN_FILENO, STDOUT_FILENO, context.job.stop);
}

}  // namespace

void add_serve_command(CommandLine& line) {
    const auto may_create = std::make_shared<bool>(false);
    line.add("serve", "Serve the vault to a Stepvault on another machine, on standard input and output",
             [may_create](const CommandContext& context) { return finish(run_serve(*may_create, context)); })
        .add_flag("--create", *may_create, "Make the vault if there is none");
}

}  // namespace stepvault::cli
