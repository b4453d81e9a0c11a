// A command of Stepvault on another machine, as arguments for the system's ssh.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// A machine, and a vault on it.
struct RemotePlace {
    std::string host;   ///< as ssh takes it: a name of ~/.ssh/config, an address, with or without "user@"
    std::string vault;  ///< its folder there, perhaps below "~/"; empty: the default one of that machine
};

/// Reads "[USER@]HOST[:VAULT]"; an IPv6 address stands in brackets. ErrorCode::invalid_argument.
Result<RemotePlace> parse_remote_place(std::string_view text);

/// `text` as one word for a POSIX shell.
std::string shell_word(std::string_view text);

/// The exit code of a command there if the machine has no Stepvault of this version; it has printed that
/// then.
inline constexpr int not_installed = 127;

/// The arguments of ssh, after its own name, that run `stepvault` with `arguments` there. The command ends
/// with SIGTERM when ssh's standard input ends, so that none outlives its connection.
std::vector<std::string> ssh_arguments(const RemotePlace& place, const std::vector<std::string>& arguments);

/// The thing that `stepvault serve` serves.
enum class Served {
    vault,
    created_vault,  ///< which is made if it is missing
    copy,           ///< a place for copies, in the folder RemotePlace::vault
};

/// The same for `stepvault serve`, which reads its standard input itself.
std::vector<std::string> serve_arguments(const RemotePlace& place, Served served);

/// The arguments of ssh that keep its standard input, the program `stepvault` of this version, in
/// ~/.local/lib/stepvault/<version> there. It replaces nothing before its SHA-256, in hexadecimal digits, is
/// right and it has run.
std::vector<std::string> install_arguments(const RemotePlace& place, const std::string& sha256);
/// The arguments of ssh that remove that program there, and Stepvault's caches. Vaults stay.
std::vector<std::string> uninstall_arguments(const RemotePlace& place);

}  // namespace stepvault
