#include "remote/remote_command.h"

#include <algorithm>

namespace stepvault {

namespace {

/// $1 is the host, $2 the version; the other parameters are the command's. Of a shell's background commands
/// only those with a redirection can read its standard input, here by descriptor 3. The reader must not hold
/// the session's output open when the command has ended.
constexpr std::string_view script = R"(host=$1 version=$2; shift 2
PATH=$PATH:$HOME/.local/lib/stepvault/$version
found=$(stepvault --version 2> /dev/null) || {
    echo "stepvault: $host has no Stepvault; install it there, or copy the stepvault of this version to ~/.local/lib/stepvault/$version" >&2
    exit 127
}
[ "$found" = "stepvault $version" ] || {
    echo "stepvault: $host has $found, and this is stepvault $version; install the same version on both" >&2
    exit 127
}
exec 3<&0
stepvault "$@" < /dev/null 3<&- & job=$!
{ cat; kill $job; } <&3 > /dev/null 2>&1 & reader=$!
wait $job; code=$?
kill $reader 2> /dev/null
exit $code
)";

}  // namespace

Result<RemotePlace> parse_remote_place(std::string_view text) {
    const auto invalid = [&] {
        return Error{ErrorCode::invalid_argument,
                     "\"" + std::string(text) + "\" names no machine; give one as [USER@]HOST[:VAULT]"};
    };
    RemotePlace place;
    // "user@[::1]:vault"
    const auto bracket = text.find('[');
    const auto closed = text.find(']');
    const bool is_bracketed =
        bracket != std::string_view::npos && closed != std::string_view::npos && bracket < closed;
    const auto colon = text.find(':', is_bracketed ? closed : 0);
    place.host = text.substr(0, colon);
    if (is_bracketed) {
        if (closed + 1 != place.host.size()) return invalid();
        std::erase_if(place.host, [](char c) { return c == '[' || c == ']'; });
    }
    if (colon != std::string_view::npos) place.vault = text.substr(colon + 1);
    // ssh takes a name that begins with a hyphen as an option.
    const bool is_plain = std::ranges::none_of(
        place.host, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '/' || c == '\x7f'; });
    if (place.host.empty() || place.host.front() == '-' || place.host.ends_with('@') || !is_plain)
        return invalid();
    return place;
}

std::string shell_word(std::string_view text) {
    std::string word = "'";
    for (const char c : text) {
        if (c == '\'')
            word += "'\\''";
        else
            word += c;
    }
    return word + "'";
}

std::vector<std::string> ssh_arguments(const RemotePlace& place, const std::vector<std::string>& arguments) {
    std::string command = "exec sh -c " + shell_word(script) + " stepvault " + shell_word(place.host) + " " +
                          shell_word(STEPVAULT_VERSION);
    if (!place.vault.empty()) command += " --vault " + shell_word(place.vault);
    for (const auto& argument : arguments)
        command += " " + shell_word(argument);
    return {"-T", "--", place.host, std::move(command)};
}

}  // namespace stepvault
