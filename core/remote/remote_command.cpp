#include "remote/remote_command.h"

#include <algorithm>

namespace stepvault {

namespace {

/// $1 is the host, $2 the version; the other parameters are the command's. Of a shell's background commands
/// only those with a redirection can read its standard input, here by descriptor 3. The reader must not hold
/// the session's output open when the command has ended.
constexpr std::string_view run_script = R"sh(host=$1 version=$2; shift 2
PATH=$HOME/.local/lib/stepvault/$version:$PATH
found=$(stepvault --version 2> /dev/null)
[ "$found" = "stepvault $version" ] || {
    echo "stepvault: $host has ${found:-no Stepvault}; copy stepvault $version there with: stepvault --host $host --install" >&2
    exit 127
}
exec 3<&0
stepvault "$@" < /dev/null 3<&- & job=$!
{ cat; kill $job; } <&3 > /dev/null 2>&1 & reader=$!
wait $job; code=$?
kill $reader 2> /dev/null
exit $code
)sh";

constexpr std::string_view install_script = R"sh(host=$1 version=$2 sha256=$3
fail() {
    echo "stepvault: $1" >&2
    exit 1
}
[ "$(uname -sm)" = "Linux x86_64" ] || fail "$host is $(uname -sm), and this program is for Linux x86_64"
folder=$HOME/.local/lib/stepvault/$version
mkdir -p "$folder" || exit 1
new=$folder/.new.$$
trap 'rm -f "$new"' EXIT
cat > "$new" || fail "cannot write in $folder on $host"
sum=$(sha256sum < "$new") || fail "$host cannot check the copy: it has no sha256sum"
[ "${sum%% *}" = "$sha256" ] || fail "the copy on $host is damaged; try again"
chmod 755 "$new"
found=$("$new" --version) || fail "this program does not run on $host; give the file stepvault-$version-linux-x86_64"
[ "$found" = "stepvault $version" ] || fail "this is stepvault $version, and the file is $found"
mv "$new" "$folder/stepvault" || fail "cannot write in $folder on $host"
)sh";

constexpr std::string_view uninstall_script = R"sh(version=$2
rm -f "$HOME/.local/lib/stepvault/$version/stepvault" || exit 1
rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/stepvault"
cd && rmdir -p ".local/lib/stepvault/$version" 2> /dev/null
rmdir .cache 2> /dev/null
exit 0
)sh";

/// The arguments of ssh that run a script with the host and this version as its first parameters.
std::vector<std::string> script_on(const RemotePlace& place, std::string_view script) {
    return {"-T", "--", place.host,
            "exec sh -c " + shell_word(script) + " stepvault " + shell_word(place.host) + " " +
                shell_word(STEPVAULT_VERSION)};
}

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
    auto words = script_on(place, run_script);
    if (!place.vault.empty()) words.back() += " --vault " + shell_word(place.vault);
    for (const auto& argument : arguments)
        words.back() += " " + shell_word(argument);
    return words;
}

std::vector<std::string> install_arguments(const RemotePlace& place, const std::string& sha256) {
    auto words = script_on(place, install_script);
    words.back() += " " + shell_word(sha256);
    return words;
}

std::vector<std::string> uninstall_arguments(const RemotePlace& place) {
    return script_on(place, uninstall_script);
}

}  // namespace stepvault
