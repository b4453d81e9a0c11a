#include <grp.h>
#include <iostream>
#include <sys/stat.h>

#include "commands.h"
#include "text_format.h"
#include "vault/records/vault.h"
#include "vault/records/vault_access.h"

namespace stepvault::cli {

namespace {

std::string group_of(const std::filesystem::path& folder) {
    struct stat s {};
    if (::stat(folder.c_str(), &s) != 0) return {};
    std::vector<char> text(1 << 16);
    group entry{};
    group* found = nullptr;
    (void)::getgrgid_r(s.st_gid, &entry, text.data(), text.size(), &found);
    return found != nullptr ? found->gr_name : std::to_string(s.st_gid);
}

Status run_share(bool off, const CommandContext& context) {
    STEPVAULT_ASSIGN(vault, Vault::open(context.vault, false));
    STEPVAULT_TRY(share_vault(vault.folder(), !off));
    if (off)
        std::cout << "Nobody but you can read the vault now.\n";
    else
        std::cout << "The group " << printable(group_of(vault.folder()))
                  << " can read the vault now, except for private runs and the trash.\n";
    return {};
}

}  // namespace

void add_share_command(CommandLine& line) {
    const auto off = std::make_shared<bool>(false);
    line.add("share", "Let the group of the vault's folder read the vault",
             [off](const CommandContext& context) { return finish(run_share(*off, context)); })
        .add_flag("--off", *off, "Close the vault to all but you again");
}

}  // namespace stepvault::cli
