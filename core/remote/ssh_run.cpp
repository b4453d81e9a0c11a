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

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

/// How long a command there may take to end after an interrupt.
constexpr std::chrono::seconds patience{10};

using Pipe = std::array<int, 2>;

void close_both(const Pipe& pipe) {
    ::close(pipe[0]);
    ::close(pipe[1]);
}

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

/// Ends a process some time after a stop request, unless it has ended.
class Terminator {
 public:
    explicit Terminator(pid_t process) : process_(process) {}
    void begin(std::chrono::seconds after) {
        thread_ = std::jthread([this, after](const std::stop_token& ended) {
            std::unique_lock lock(mutex_);
            if (!changed_.wait_for(lock, ended, after, [&] { return has_ended_; })) {
                if (!has_ended_ && !ended.stop_requested()) ::kill(process_, SIGTERM);
            }
        });
    }
    /// To be called before the process is reaped, after which another one may get its number.
    void note_end() {
        {
            const std::scoped_lock lock(mutex_);
            has_ended_ = true;
        }
        changed_.notify_all();
    }

 private:
    pid_t process_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    bool has_ended_ = false;
    std::jthread thread_;
};

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
        close_both(input);
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
        Terminator terminator(child);
        const std::stop_callback on_stop(stop, [&] {
            const int empty = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
            if (empty >= 0) {
                ::dup3(empty, input[1], O_CLOEXEC);
                ::close(empty);
            }
            // A file that is being sent has no command there that could end by itself.
            terminator.begin(file.empty() ? patience : std::chrono::seconds(0));
        });
        siginfo_t ended{};
        uninterrupted([&] { return ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT); });
        terminator.note_end();
        uninterrupted([&] { return ::waitpid(child, &status, 0); });
    }
    ::close(input[1]);
    if (code != 0) return system_error(code, "run", name);
    if (stop.stop_requested() && !WIFEXITED(status)) return Error{ErrorCode::cancelled, "interrupted"};
    if (!WIFEXITED(status))
        return Error{ErrorCode::io, "ssh was ended by signal " + std::to_string(WTERMSIG(status))};
    return WEXITSTATUS(status);
}

}  // namespace stepvault
