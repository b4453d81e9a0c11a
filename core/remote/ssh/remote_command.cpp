#include "remote/ssh/remote_command.h"

#include <algorithm>

namespace stepvault {

namespace {

/// Runs the script in its first parameter with the others, all as encoded() writes them. It goes through the
/// login shell there, which may be csh or fish: one line in single quotes, without single quotes, backslashes
/// and exclamation marks. $(...) drops line ends at the end of a text, but none before the x.
constexpr std::string_view launcher =
    R"(for word do text=$(printf %b "${word}x"); set -- "$@" "${text%x}"; shift; done; script=$1; shift; eval "$script")";

/// Finds the program. Parameters: the host, the version, a vault or nothing, and the command's.
constexpr std::string_view find_script = R"sh(host=$1 version=$2 vault=$3; shift 3
PATH=$HOME/.local/lib/stepvault/$version:$PATH:$HOME/.local/bin
found=$(stepvault --version 2> /dev/null)
[ "$found" = "stepvault $version" ] || {
    echo "stepvault: $host has ${found:-no Stepvault that runs}; copy stepvault $version there with: stepvault --host $host --install" >&2
    exit 127
}
case $vault in
    '') ;;
    '~' | '~/'*) set -- --vault "$HOME${vault#'~'}" "$@" ;;
    *) set -- --vault "$vault" "$@" ;;
esac
)sh";

/// Runs the command until it or the standard input ends. Of a shell's background commands only those with a
/// redirection can read its standard input, here by descriptor 3. The reader must not hold the session's
/// output open when the command has ended.
constexpr std::string_view run_script = R"sh(exec 3<&0
stepvault "$@" < /dev/null 3<&- & job=$!
{ cat; kill $job; } <&3 > /dev/null 2>&1 & reader=$!
wait $job; code=$?
kill $reader 2> /dev/null
exit $code
)sh";

/// Runs a command that reads the standard input itself.
constexpr std::string_view talk_script = R"sh(exec stepvault "$@"
)sh";

/// Parameters: the host, the version, the SHA-256.
constexpr std::string_view install_script = R"sh(host=$1 version=$2 sha256=$3
fail() {
    echo "stepvault: $1" >&2
    exit 1
}
[ "$(uname -sm)" = "Linux x86_64" ] || fail "$host is $(uname -sm), and this program is for Linux x86_64"
folder=$HOME/.local/lib/stepvault/$version
mkdir -p "$folder" || exit 1
new=$folder/.new.$$
trap 'rm -f "$new"; cd && rmdir -p ".local/lib/stepvault/$version" 2> /dev/null' EXIT
cat > "$new" || fail "cannot write in $folder on $host"
sum=$(sha256sum < "$new") || fail "$host cannot check the copy: it has no sha256sum"
[ "${sum%% *}" = "$sha256" ] || fail "the copy on $host is damaged; try again"
chmod 755 "$new"
found=$("$new" --version 2> /dev/null) || fail "this program does not run on $host; give the file stepvault-$version-linux-x86_64, which needs no libraries"
[ "$found" = "stepvault $version" ] || fail "the file is not stepvault $version"
mv "$new" "$folder/stepvault" || fail "cannot write in $folder on $host"
)sh";

/// Parameter: the host. Removes all versions, and the caches and logs unless another Stepvault runs there.
constexpr std::string_view uninstall_script = R"sh(host=$1
fail() {
    echo "stepvault: $1" >&2
    exit 1
}
cd || exit 1
[ -d .local/lib/stepvault ] || fail "there is no stepvault in ~/.local/lib on $host"
home=$(pwd -P) other=
for process in /proc/[0-9]*; do
    case $(readlink "$process/exe" 2> /dev/null) in
        "$home"/.local/lib/stepvault/*/stepvault*)
            fail "stepvault is running on $host (process ${process#/proc/}); end it first, a watch in the background by: stepvault --host $host:VAULT watch --stop all"
            ;;
        */stepvault) grep -qzxF "HOME=$HOME" "$process/environ" 2> /dev/null && other=yes ;;
    esac
done
rm -f .local/lib/stepvault/*/stepvault || exit 1
rmdir .local/lib/stepvault/* 2> /dev/null
[ "$other" ] || rm -rf "${XDG_CACHE_HOME:-$HOME/.cache}/stepvault" "${XDG_STATE_HOME:-$HOME/.local/state}/stepvault"
rmdir .local/state 2> /dev/null
rmdir -p .local/lib/stepvault 2> /dev/null
rmdir .cache 2> /dev/null
exit 0
)sh";

/// For %b of printf: all but plain characters as octal numbers.
std::string encoded(std::string_view text) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@+";
    std::string word;
    for (const char c : text) {
        if (plain.find(c) != std::string_view::npos) {
            word += c;
            continue;
        }
        word += "\\0";
        for (const unsigned shift : {6U, 3U, 0U})
            word += static_cast<char>('0' + (static_cast<unsigned char>(c) >> shift & 7U));
    }
    return word;
}

/// The arguments of ssh that run a script with these parameters after the host and this version.
std::vector<std::string> script_on(const RemotePlace& place, std::string_view script,
                                   const std::vector<std::string>& parameters) {
    std::string command = "exec sh -c '" + std::string(launcher) + "' stepvault";
    const auto add = [&](std::string_view word) { command.append(" '").append(encoded(word)).append("'"); };
    add(script);
    add(place.host);
    add(STEPVAULT_VERSION);
    for (const auto& parameter : parameters)
        add(parameter);
    // Settings of ~/.ssh/config that would keep the command or its standard input away; old versions of ssh
    // do not know the second.
    return {"-T", "-o",       "RemoteCommand=none", "-o", "IgnoreUnknown=StdinNull", "-o", "StdinNull=no",
            "--", place.host, std::move(command)};
}

}  // namespace

Result<RemotePlace> parse_remote_place(std::string_view text) {
    const auto invalid = [&] {
        return Error{ErrorCode::invalid_argument,
                     "\"" + std::string(text) + "\" is not a machine; give one as [USER@]HOST[:VAULT]"};
    };
    RemotePlace place;
    // "user@[::1]:vault"; in a vault's path, brackets are letters as others.
    const auto bracket = text.find('[');
    const auto closed = text.find(']');
    const bool is_bracketed =
        closed != std::string_view::npos && bracket < closed && bracket < text.find(':');
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
    auto parameters = arguments;
    parameters.insert(parameters.begin(), place.vault);
    return script_on(place, std::string(find_script).append(run_script), parameters);
}

std::vector<std::string> serve_arguments(const RemotePlace& place, Served served) {
    std::vector<std::string> parameters{place.vault, "serve"};
    if (served == Served::created_vault) parameters.emplace_back("--create");
    if (served == Served::copy) parameters.emplace_back("--copy");
    return script_on(place, std::string(find_script).append(talk_script), parameters);
}

std::vector<std::string> install_arguments(const RemotePlace& place, const std::string& sha256) {
    return script_on(place, install_script, {sha256});
}

std::vector<std::string> uninstall_arguments(const RemotePlace& place) {
    return script_on(place, uninstall_script, {});
}

}  // namespace stepvault
