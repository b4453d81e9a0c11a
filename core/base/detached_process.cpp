#include "base/detached_process.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

/// The end of the pipe that tells how long the process lives, in that process.
constexpr int life_descriptor = 3;

/// Closes all descriptors from this one on.
void close_from(unsigned first) {
#ifdef SYS_close_range
    if (::syscall(SYS_close_range, first, ~0U, 0U) == 0) return;
#endif
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    constexpr rlim_t most = 1 << 20;
    for (rlim_t each = first; each < (limit.rlim_cur < most ? limit.rlim_cur : most); ++each)
        ::close(static_cast<int>(each));
}

void use_default_signals() {
    for (const int each : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGCHLD, SIGXFSZ})
        std::signal(each, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Runs in the child of a fork, where only async-signal-safe functions may be called. The descriptors are
/// above the standard ones. Writes errno into the pipe after a failure.
[[noreturn]] void become_detached(const char* program, char* const* words, int nothing, int log, int life) {
    ::setsid();
    // Only the leader of a session can get a terminal.
    const auto second = ::fork();
    if (second != 0) ::_exit(second < 0 ? 1 : 0);
    use_default_signals();
    int code = ::chdir("/") == 0 ? 0 : errno;
    if (code == 0) {
        ::dup2(nothing, STDIN_FILENO);
        ::dup2(log, STDOUT_FILENO);
        ::dup2(log, STDERR_FILENO);
        ::dup2(life, life_descriptor);
        close_from(life_descriptor + 1);
        ::execve(program, words, environ);
        code = errno;
    }
    (void)!::write(life_descriptor, &code, sizeof code);
    ::_exit(1);
}

/// Moves a descriptor above those that the process will use; closes the given one.
int move_up(int descriptor) {
    const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, life_descriptor + 1);
    ::close(descriptor);
    return moved;
}

}  // namespace

DetachedProcess::~DetachedProcess() {
    if (life_ >= 0) ::close(life_);
}

Result<DetachedProcess> DetachedProcess::start(const std::filesystem::path& program,
                                               const std::vector<std::string>& arguments,
                                               const std::filesystem::path& log) {
    auto texts = arguments;
    texts.insert(texts.begin(), program.native());
    std::vector<char*> words;
    for (auto& each : texts)
        words.push_back(each.data());
    words.push_back(nullptr);
    int output = ::open(log.c_str(), O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (output < 0) return system_error(errno, "write", log.native());
    std::array<int, 2> life{-1, -1};
    int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0 || ::pipe2(life.data(), O_CLOEXEC) != 0) {
        const int code = errno;
        ::close(output);
        if (nothing >= 0) ::close(nothing);
        return system_error(code, "run", program.native());
    }
    (void)::flock(output, LOCK_EX | LOCK_NB);
    output = move_up(output);
    nothing = move_up(nothing);
    life[1] = move_up(life[1]);
    DetachedProcess started(life[0]);
    const auto child = ::fork();
    if (child == 0) become_detached(program.c_str(), words.data(), nothing, output, life[1]);
    const int failure = errno;
    for (const int each : {output, nothing, life[1]})
        ::close(each);
    if (child < 0) return system_error(failure, "run", program.native());
    int status = 0;
    uninterrupted([&] { return ::waitpid(child, &status, 0); });
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return Error{ErrorCode::limit, "no process can be started; too many run"};
    return started;
}

bool DetachedProcess::ends_within(std::chrono::milliseconds time) const {
    pollfd ended{life_, POLLIN, 0};
    return uninterrupted([&] { return ::poll(&ended, 1, static_cast<int>(time.count())); }) > 0;
}

}  // namespace stepvault
