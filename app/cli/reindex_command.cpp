#include <iostream>

#include "commands.h"
#include "db/backends.h"
#include "exit_code.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

int run_reindex(const CommandContext& context) {
    const auto opened = LocalVault::open(context.vault, LocalVault::Mode::existing, sqlite_backends());
    if (!opened) return fail(opened.error());
    const auto left_out = (*opened)->maintenance().reindex(context.job);
    if (!left_out) return fail(left_out.error());
    for (const auto& reason : *left_out)
        std::cout << "damaged  " << printable(reason.message) << "\n";
    std::cout << "rebuilt the catalog";
    if (left_out->empty()) {
        std::cout << "\n";
        return done;
    }
    std::cout << " from the sound part of the vault\n"
              << "repair it by: stepvault verify --repair [--from a copy of the vault]\n";
    return damaged;
}

}  // namespace

void add_reindex_command(CommandLine& line) {
    line.add("reindex", "Rebuild the catalog (the index of runs and steps) from the vault", run_reindex);
}

}  // namespace stepvault::cli
