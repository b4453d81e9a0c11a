#include "command_context.h"

#include <cstdlib>
#include <iostream>

#include "db/backends.h"
#include "exit_code.h"
#include "remote/client/copy_place.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

/// Advice to append to a message that ends without any, as messages of the system do.
std::string_view way_out(const Error& error) {
    if (error.message.find("; ") != std::string::npos) return "";
    if (error.code == ErrorCode::no_space)
        return "; free space on that disk, or remove checkpoints with `stepvault prune`";
    if (error.code == ErrorCode::permission)
        return "; make it writable for you, or name another folder (for the vault, with --vault)";
    return "";
}

}  // namespace

std::filesystem::path default_vault() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
        return std::filesystem::path(data) / "stepvault";
    const char* home = std::getenv("HOME");
    return std::filesystem::path(home != nullptr ? home : ".") / ".local/share/stepvault";
}

Result<std::unique_ptr<VaultHandle>> open_library(const CommandContext& context, LocalVault::Mode mode) {
    STEPVAULT_ASSIGN(opened, LocalVault::open_caught_up(context.vault, mode, sqlite_backends(), context.job));
    return std::unique_ptr<VaultHandle>(std::move(opened));
}

Result<std::unique_ptr<CopyStore>> open_copy(const std::string& place, const CommandContext& context) {
    return open_copy_place(place, context.job.stop, [](const std::string& line) {
        std::cerr << "stepvault: " << printable(line) << std::endl;
    });
}

int fail(const Error& error) {
    // printable() keeps the message on one line, even if a file name contains a line break.
    std::cerr << "stepvault: " << printable(error.message) << way_out(error) << "\n";
    return exit_code(error);
}

int fail_usage(std::string_view reason) {
    std::cerr << "stepvault: " << reason << "\n";
    return usage;
}

int finish(const Result<int>& code) {
    return code ? *code : fail(code.error());
}

int finish(const Status& status) {
    return status ? done : fail(status.error());
}

}  // namespace stepvault::cli
