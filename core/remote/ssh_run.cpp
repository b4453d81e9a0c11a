#include "remote/ssh_run.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

/// How long a command there may take to end after an interrupt.
constexpr std::chrono::seconds patience{10};

using Pipe = std::array<int, 2>;

/// Runs in the child of a fork, where only async-signal-safe functions may be called. `failure`: gets errno.
[[noreturn]] void become_ssh(char* const* words, int input, int failure) {
    // On a terminal's interrupt, ssh must go on until the command there has ended, but not without this
    // process.
    std::signal(SIGINT, SIG_IGN);
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    if (input == STDIN_FILENO)
        ::fcntl(input, F_SETFD, 0);
    else
        ::dup2(input, STDIN_FILENO);
    ::execvp(words[0], words);
    const int code = errno;
    (void)!::write(failure, &code, sizeof code);
    ::_exit(1);
}

/// Opens ssh's standard input: a file, or a pipe that ends with this process.
Result<Pipe> open_input(const std::filesystem::path& file) {
    Pipe input{-1, -1};
    if (::pipe2(input.data(), O_CLOEXEC) != 0) return system_error(errno, "run", "ssh");
    if (file.empty()) return input;
    ::close(input[0]);
    input[0] = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (input[0] >= 0) return input;
    const int failure = errno;
    ::close(input[1]);
    return system_error(failure, "read", file.native());
}

/// Ends a process after a while, unless the thread is stopped before.
std::jthread end_later(pid_t process, std::chrono::seconds after) {
    return std::jthread([process, after](const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        never.wait_for(lock, stop, after, [] { return false; });
        if (!stop.stop_requested()) ::kill(process, SIGTERM);
    });
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
    STEPVAULT_ASSIGN(input, open_input(file));
    Pipe failure{};
    if (::pipe2(failure.data(), O_CLOEXEC) != 0) {
        const int code = errno;
        ::close(input[0]);
        ::close(input[1]);
        return system_error(code, "run", name);
    }
    const auto child = ::fork();
    if (child == 0) become_ssh(words.data(), input[0], failure[1]);
    int code = child < 0 ? errno : 0;
    ::close(input[0]);
    ::close(failure[1]);
    // Without a failure, the pipe ends when ssh begins.
    if (child > 0 &&
        uninterrupted([&] { return static_cast<int>(::read(failure[0], &code, sizeof code)); }) <= 0)
        code = 0;
    ::close(failure[0]);
    int status = 0;
    if (child > 0) {
        std::jthread ending;
        {
            const std::stop_callback on_stop(stop, [&] {
                ::close(std::exchange(input[1], -1));
                // A file that is being sent has no command there that could end by itself.
                ending = end_later(child, file.empty() ? patience : std::chrono::seconds(0));
            });
            siginfo_t ended{};
            uninterrupted(
                [&] { return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT); });
        }
        // Once the process is reaped, another one may get its number.
        ending = {};
        uninterrupted([&] { return ::waitpid(child, &status, 0); });
    }
    if (input[1] >= 0) ::close(input[1]);
    if (code != 0) return system_error(code, "run", name);
    if (stop.stop_requested() && !WIFEXITED(status)) return Error{ErrorCode::cancelled, "interrupted"};
    if (!WIFEXITED(status))
        return Error{ErrorCode::io, "ssh was ended by signal " + std::to_string(WTERMSIG(status))};
    return WEXITSTATUS(status);
}

}  // namespace stepvault
