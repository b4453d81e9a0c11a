#include "base/isolated_call.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace stepvault {

namespace {

using Clock = std::chrono::steady_clock;

class Descriptor {
 public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() { reset(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }
    void reset() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

 private:
    int fd_;
};

/// Signals wait until the child has reset its handlers: no handler of this process may run in the child.
class BlockedSignals {
 public:
    BlockedSignals() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    }
    ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
    sigset_t before_{};
};

/// Bytes of address space; 0 where the system does not tell.
std::uint64_t address_space() {
    const Descriptor fd(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC));
    std::array<char, 32> text{};
    if (::read(fd.get(), text.data(), text.size()) <= 0) return 0;
    std::uint64_t pages = 0;
    for (const char* c = text.data(); c != text.data() + text.size() && *c >= '0' && *c <= '9'; ++c)
        pages = pages * 10 + static_cast<std::uint64_t>(*c - '0');
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void set_limit(__rlimit_resource resource, std::uint64_t most) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) != 0) return;
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
    limit.rlim_cur = limit.rlim_max;
    (void)::setrlimit(resource, &limit);
}

void set_limits(const IsolationLimits& limits) {
    if (const auto now = address_space(); now > 0) set_limit(RLIMIT_AS, now + limits.memory);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(limits.time).count();
    set_limit(RLIMIT_CPU, static_cast<std::uint64_t>(seconds) + 1);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_FSIZE, 0);
    set_limit(RLIMIT_NPROC, 0);
    set_limit(RLIMIT_NOFILE, 0);
}

void reset_signals() {
    struct sigaction plain {};
    plain.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        (void)::sigaction(signal, &plain, nullptr);
    // The terminal sends these to all processes; this child ends only with its parent or on its order.
    plain.sa_handler = SIG_IGN;
    for (const int signal : {SIGINT, SIGQUIT, SIGHUP, SIGTERM})
        (void)::sigaction(signal, &plain, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

void close_range_of(int first, int last) {
    // glibc before 2.34 lacks close_range().
    if (first > last || ::syscall(SYS_close_range, first, last, 0) == 0) return;
    // Kernels before 5.9 lack close_range(): close descriptors one by one.
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    const auto most = std::min<rlim_t>(limit.rlim_cur, 1U << 20U);
    for (int fd = first; fd <= last && static_cast<rlim_t>(fd) < most; ++fd)
        ::close(fd);
}

void keep_only(int a, int b) {
    const auto [low, high] = std::minmax(a, b);
    close_range_of(0, low - 1);
    close_range_of(low + 1, high - 1);
    close_range_of(high + 1, INT32_MAX);
}

void write_all(int fd, ByteView bytes) {
    while (!bytes.empty()) {
        const auto n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(1);
        bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
}

[[noreturn]] void be_the_child(pid_t parent, int pipe, const File& file, const std::function<Bytes()>& work,
                               const IsolationLimits& limits) noexcept {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    reset_signals();
    keep_only(pipe, file.descriptor());
    set_limits(limits);
    ::prctl(PR_SET_DUMPABLE, 0);
    try {
        const auto bytes = work();
        ByteWriter length;
        length.put(std::uint64_t{bytes.size()});
        write_all(pipe, length.view());
        write_all(pipe, bytes);
    } catch (...) {
        ::_exit(1);
    }
    ::_exit(0);
}

/// Reads the length, then that many bytes.
Result<Bytes> read_answer(int pipe, Clock::time_point deadline, const IsolationLimits& limits) {
    Bytes answer;
    Bytes block(std::size_t{64} << 10);
    std::uint64_t expected = sizeof(std::uint64_t);
    for (;;) {
        if (answer.size() >= sizeof(std::uint64_t)) {
            const auto length = load<std::uint64_t>(answer);
            if (length > limits.output)
                return Error{ErrorCode::limit,
                             "it says more than " + std::to_string(limits.output) + " bytes"};
            expected = sizeof(std::uint64_t) + length;
            if (answer.size() >= expected) {
                answer.resize(expected);
                answer.erase(answer.begin(), answer.begin() + sizeof(std::uint64_t));
                return answer;
            }
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        pollfd ready{.fd = pipe, .events = POLLIN, .revents = 0};
        const int count =
            left <= 0 ? 0 : ::poll(&ready, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
        if (count < 0 && errno != EINTR) return system_error(errno, "wait for", "a child process");
        if (count == 0 && Clock::now() >= deadline)
            return Error{ErrorCode::limit,
                         "it took longer than " + std::to_string(limits.time.count()) + " ms"};
        if (count <= 0) continue;
        const auto n =
            ::read(pipe, block.data(), std::min<std::uint64_t>(block.size(), expected - answer.size()));
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return Error{ErrorCode::corrupt, "it broke off"};
        answer.insert(answer.end(), block.begin(), block.begin() + n);
    }
}

/// Returns the signal that killed the child, or 0.
int reap(pid_t child) {
    // A child that is already exiting keeps its status.
    ::kill(child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return 0;
    }
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

Result<Bytes> call_isolated(const File& file, const std::function<Bytes()>& work,
                            const IsolationLimits& limits) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return system_error(errno, "make", "a pipe to a child process");
    const Descriptor from_child(ends[0]);
    Descriptor to_parent(ends[1]);
    const auto deadline = Clock::now() + limits.time;
    const auto parent = ::getpid();
    pid_t child = -1;
    {
        const BlockedSignals blocked;
        child = ::fork();
        if (child == 0) be_the_child(parent, to_parent.get(), file, work, limits);
    }
    if (child < 0) return system_error(errno, "start", "a child process");
    to_parent.reset();
    auto answer = read_answer(from_child.get(), deadline, limits);
    const auto signal = reap(child);
    if (!answer && answer.error().code == ErrorCode::corrupt && signal != 0)
        return Error{ErrorCode::corrupt, "it crashed by signal " + std::to_string(signal)};
    return answer;
}

}  // namespace stepvault
