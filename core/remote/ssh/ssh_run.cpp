#include "remote/ssh/ssh_run.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fcntl.h>
#include <mutex>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include "base/uninterrupted.h"
#include "remote/ssh/ssh_child.h"

namespace stepvault {

namespace {

/// How long a command there may take to end after an interrupt.
constexpr std::chrono::seconds patience{10};

using Pipe = std::array<int, 2>;

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
    STEPVAULT_ASSIGN(input, open_input(file));
    const auto started = start_ssh({.arguments = arguments, .input = input[0]});
    ::close(input[0]);
    if (!started) {
        if (input[1] >= 0) ::close(input[1]);
        return started.error();
    }
    const auto child = *started;
    int status = 0;
    {
        std::jthread ending;
        const std::stop_callback on_stop(stop, [&] {
            ::close(std::exchange(input[1], -1));
            // A file that is being sent has no command there that could end by itself.
            ending = end_later(child, file.empty() ? patience : std::chrono::seconds(0));
        });
        siginfo_t ended{};
        uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT); });
        // Once the process is reaped, another one may get its number: both end here first.
    }
    const auto reaped = uninterrupted([&] { return ::waitpid(child, &status, 0); });
    if (input[1] >= 0) ::close(input[1]);
    if (reaped < 0) return system_error(errno, "wait for", "ssh");
    if (stop.stop_requested() && !WIFEXITED(status)) return Error{ErrorCode::cancelled, "interrupted"};
    if (!WIFEXITED(status))
        return Error{ErrorCode::io, "ssh was ended by signal " + std::to_string(WTERMSIG(status))};
    return WEXITSTATUS(status);
}

}  // namespace stepvault
