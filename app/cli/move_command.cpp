#include <iostream>

#include "command_line.h"
#include "exit_code.h"
#include "text_format.h"
#include "vault/repair/vault_moving.h"

namespace stepvault::cli {

int run_move(const Options& options, const JobContext& job) {
    const auto moved = move_vault(options.vault, options.output, job);
    if (!moved) return fail(moved.error());
    std::cout << "The vault is in " << printable(options.output.native())
              << " now, and nothing of it where it was. Commands find it there by --vault.\n";
    return done;
}

}  // namespace stepvault::cli
