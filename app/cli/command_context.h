// The context in which a command runs, and the functions with which it opens the vault and reports its end.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/progress.h"
#include "library/services/local_vault.h"
#include "remote/copy/copy_store.h"

namespace stepvault::cli {

struct CommandContext {
    std::filesystem::path vault;
    bool json = false;  ///< report as JSON
    JobContext job;
};

/// $XDG_DATA_HOME/stepvault, or ~/.local/share/stepvault.
std::filesystem::path default_vault();

/// Opens the vault with the SQLite catalog. Rebuilds a catalog that is damaged, or that is missing although
/// the vault has runs.
Result<std::unique_ptr<VaultHandle>> open_library(const CommandContext& context,
                                                  LocalVault::Mode mode = LocalVault::Mode::existing);

/// open_copy_place() with lines about lost connections on standard error.
Result<std::unique_ptr<CopyStore>> open_copy(const std::string& place, const CommandContext& context);

/// Writes the error as one line on standard error, and returns its exit code.
int fail(const Error& error);
/// Writes the reason why the options make no sense as one line on standard error, and returns the exit code.
int fail_usage(std::string_view reason);
/// The exit code of a command that ends like this: its own, done, or that of fail().
int finish(const Result<int>& code);
int finish(const Status& status);

}  // namespace stepvault::cli
