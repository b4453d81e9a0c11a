#include "library/watch/user_unit.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

/// The first bytes that the program writes to standard output. nullopt if it cannot be run, or fails.
std::optional<std::string> output_of(std::vector<std::string> command) {
    std::vector<char*> words;
    for (auto& word : command)
        words.push_back(word.data());
    words.push_back(nullptr);
    std::array<int, 2> output{};
    if (::pipe2(output.data(), O_CLOEXEC) != 0) return {};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    pid_t process = -1;
    const int failure = ::posix_spawnp(&process, words[0], &files, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    ::close(output[1]);
    std::string text;
    if (failure == 0) {
        std::array<char, 256> piece{};
        int size = 0;
        while ((size = uninterrupted(
                    [&] { return static_cast<int>(::read(output[0], piece.data(), piece.size())); })) > 0) {
            if (text.size() < piece.size()) text.append(piece.data(), static_cast<std::size_t>(size));
        }
    }
    ::close(output[0]);
    int status = -1;
    if (failure != 0 || uninterrupted([&] { return ::waitpid(process, &status, 0); }) < 0) return {};
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return {};
    return text;
}

}  // namespace

bool user_units_last() {
    if (const char* off = std::getenv("STEPVAULT_NO_SYSTEMD"); off != nullptr && *off != '\0') return false;
    if (!output_of({"systemctl", "--user", "show-environment"}) || !output_of({"systemd-run", "--version"}))
        return false;
    // Without lingering, the user's systemd ends with the last session, and its units with it.
    const auto lingers =
        output_of({"loginctl", "show-user", std::to_string(::getuid()), "--property=Linger", "--value"});
    return lingers && lingers->starts_with("yes");
}

Status start_user_unit(const std::string& unit, const std::vector<std::string>& command) {
    std::vector<std::string> words{"systemd-run", "--user",         "--collect",
                                   "--quiet",     "--unit=" + unit, "--working-directory=/"};
    // The only variable that counts: the vault and all else are arguments.
    if (std::getenv("STEPVAULT_NOTIFY") != nullptr) words.emplace_back("--setenv=STEPVAULT_NOTIFY");
    words.emplace_back("--");
    // systemd replaces variables in arguments.
    for (const auto& word : command) {
        words.emplace_back();
        for (const char c : word)
            words.back() += c == '$' ? "$$" : std::string(1, c);
    }
    if (output_of(std::move(words))) return {};
    return Error{ErrorCode::io, "systemd-run cannot start " + unit +
                                    "; set STEPVAULT_NO_SYSTEMD=1 to start it without systemd"};
}

bool is_user_unit_active(const std::string& unit) {
    return output_of({"systemctl", "--user", "is-active", unit}).has_value();
}

Status stop_user_unit(const std::string& unit) {
    if (output_of({"systemctl", "--user", "--no-block", "stop", unit})) return {};
    return Error{ErrorCode::io, "systemd cannot stop " + unit + "; try: systemctl --user stop " + unit};
}

}  // namespace stepvault
