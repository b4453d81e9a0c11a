#include "remote/ssh_run.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

constexpr int not_started = 126;

/// Runs in the child of a fork, where only async-signal-safe functions may be called.
[[noreturn]] void become_ssh(char* const* words, int input) {
    // On a terminal's interrupt, ssh must go on until the command there has ended.
    std::signal(SIGINT, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    ::dup2(input, STDIN_FILENO);
    ::execvp(words[0], words);
    ::_exit(not_started);
}

}  // namespace

Result<int> run_ssh(const std::vector<std::string>& arguments, const std::stop_token& stop,
                    const std::filesystem::path& file) {
    std::string name = "ssh";
    std::vector<std::string> copies = arguments;
    std::vector<char*> words{name.data()};
    for (auto& argument : copies)
        words.push_back(argument.data());
    words.push_back(nullptr);
    std::array<int, 2> input{};
    if (::pipe2(input.data(), O_CLOEXEC) != 0) return system_error(errno, "run", name);
    if (!file.empty()) {
        const int opened = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
        const int failure = errno;
        if (opened < 0) {
            ::close(input[0]);
            ::close(input[1]);
            return system_error(failure, "read", file.native());
        }
        ::dup3(opened, input[0], O_CLOEXEC);
        ::close(opened);
    }
    const auto child = ::fork();
    if (child == 0) become_ssh(words.data(), input[0]);
    const int failure = errno;
    ::close(input[0]);
    if (child < 0) {
        ::close(input[1]);
        return system_error(failure, "run", name);
    }
    int status = 0;
    {
        // The descriptor lives until the callback can no longer run.
        const std::stop_callback on_stop(stop, [&] {
            const int empty = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            if (empty >= 0) {
                ::dup3(empty, input[1], O_CLOEXEC);
                ::close(empty);
            }
        });
        uninterrupted([&] { return ::waitpid(child, &status, 0); });
    }
    ::close(input[1]);
    if (!WIFEXITED(status))
        return Error{ErrorCode::io, "ssh was ended by signal " + std::to_string(WTERMSIG(status))};
    if (WEXITSTATUS(status) == not_started)
        return Error{ErrorCode::io, "ssh cannot be started; install it (Debian: openssh-client)"};
    return WEXITSTATUS(status);
}

}  // namespace stepvault
