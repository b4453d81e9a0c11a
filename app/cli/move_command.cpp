#include <iostream>

#include "commands.h"
#include "text_format.h"
#include "vault/repair/vault_moving.h"

namespace stepvault::cli {

namespace {

Status run_move(const std::filesystem::path& folder, const CommandContext& context) {
    STEPVAULT_TRY(move_vault(context.vault, folder, context.job));
    std::cout << "The vault is in " << printable(folder.native())
              << " now; the old folder is gone. Pass the new one to commands with --vault.\n";
    return {};
}

}  // namespace

void add_move_command(CommandLine& line) {
    const auto folder = std::make_shared<std::filesystem::path>();
    line.add("move", "Move the vault to another folder, on this disk or another",
             [folder](const CommandContext& context) { return finish(run_move(*folder, context)); })
        .add_option("folder", *folder, "New folder for the vault; it must not exist yet")
        ->required()
        ->type_name("DIR");
}

}  // namespace stepvault::cli
