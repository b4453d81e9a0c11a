#include "remote/client/ssh_process.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

constexpr std::size_t most_said = 2000;
constexpr std::chrono::milliseconds reap_every{20};
constexpr std::chrono::seconds end_patience{2};
constexpr int look_every_ms = 200;
/// How long the standard error of an ssh that has ended is read: a process that shares the connection may
/// hold it open.
constexpr std::chrono::seconds last_words{1};

/// Two ends of a pipe; closes those that are left.
struct PipeEnds {
    std::array<int, 2> ends{-1, -1};

    ~PipeEnds() {
        for (const int end : ends) {
            if (end >= 0) ::close(end);
        }
    }
    [[nodiscard]] bool open() { return ::pipe2(ends.data(), O_CLOEXEC) == 0; }
    int take(std::size_t end) { return std::exchange(ends[end], -1); }
};

}  // namespace

Result<std::unique_ptr<SshProcess>> SshProcess::start(const std::vector<std::string>& arguments,
                                                      const Variables& variables, bool is_detached) {
    PipeEnds input;
    PipeEnds output;
    PipeEnds errors;
    if (!input.open() || !output.open() || !errors.open()) return system_error(errno, "run", "ssh");
    STEPVAULT_ASSIGN(process, start_ssh({.arguments = arguments,
                                         .input = input.ends[0],
                                         .output = output.ends[1],
                                         .errors = errors.ends[1],
                                         .variables = variables,
                                         .is_detached = is_detached}));
    std::unique_ptr<SshProcess> started(new SshProcess);
    started->process_ = process;
    started->to_it_ = input.take(1);
    started->from_it_ = output.take(0);
    started->listening_ = std::jthread([ssh = started.get(), descriptor = errors.take(0)](
                                           const std::stop_token& stop) { ssh->listen(descriptor, stop); });
    return started;
}

SshProcess::~SshProcess() {
    stop();
    if (!code(end_patience)) {
        ::kill(process_, SIGKILL);
        uninterrupted([&] { return ::waitpid(process_, nullptr, 0); });
    }
    // A connection that ssh shares goes on in a process that may hold the standard error open.
    listening_.request_stop();
    listening_ = {};
    ::close(from_it_);
    close_input();
}

void SshProcess::close_input() {
    if (to_it_ >= 0) ::close(std::exchange(to_it_, -1));
}

void SshProcess::stop() {
    const std::scoped_lock lock(mutex_);
    if (!code_) ::kill(process_, SIGTERM);
}

std::optional<int> SshProcess::code(std::chrono::milliseconds within) {
    const auto end = std::chrono::steady_clock::now() + within;
    while (true) {
        {
            const std::scoped_lock lock(mutex_);
            int status = 0;
            constexpr int by_signal = 128;
            constexpr int unknown = 255;
            const auto ended = code_ ? 0 : ::waitpid(process_, &status, WNOHANG);
            if (ended > 0) code_ = WIFEXITED(status) ? WEXITSTATUS(status) : by_signal + WTERMSIG(status);
            if (ended < 0) code_ = unknown;
            if (code_ || std::chrono::steady_clock::now() >= end) return code_;
        }
        std::this_thread::sleep_for(reap_every);
    }
}

std::string SshProcess::complaint() {
    std::unique_lock lock(mutex_);
    if (code_) heard_.wait_for(lock, last_words, [this] { return has_heard_all_; });
    std::string text;
    bool is_new_line = false;
    for (const char c : said_) {
        if (c == '\n' || c == '\r') {
            is_new_line = !text.empty();
            continue;
        }
        if (is_new_line) text += "; ";
        is_new_line = false;
        // Another machine's text must not steer a terminal.
        text += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
    }
    return text;
}

std::string said_by_stepvault(const std::string& complaint) {
    constexpr std::string_view name = "stepvault: ";
    const auto at = complaint.rfind(name);
    return at != std::string::npos ? complaint.substr(at + name.size()) : std::string();
}

void SshProcess::listen(int errors, const std::stop_token& stop) {
    std::array<char, 512> piece{};
    while (!stop.stop_requested()) {
        pollfd readable{errors, POLLIN, 0};
        if (::poll(&readable, 1, look_every_ms) <= 0) continue;
        const auto got =
            uninterrupted([&] { return static_cast<int>(::read(errors, piece.data(), piece.size())); });
        if (got <= 0) break;
        const std::scoped_lock lock(mutex_);
        said_.append(piece.data(), static_cast<std::size_t>(got));
        if (said_.size() > most_said) said_.erase(0, said_.size() - most_said);
    }
    ::close(errors);
    const std::scoped_lock lock(mutex_);
    has_heard_all_ = true;
    heard_.notify_all();
}

}  // namespace stepvault
