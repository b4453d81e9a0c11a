// Runs work in its own process, which may crash, hang or be killed.
#pragma once

#include <cerrno>
#include <csignal>
#include <functional>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace stepvault::test {

/// Sends `text` to the parent process. The parent receives everything sent before a kill.
inline void tell(int to_parent, std::string_view text) {
    while (!text.empty()) {
        const auto n = ::write(to_parent, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(1);
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

/// A child process with a copy of this process's memory and one thread. Create it only while no vault is
/// open: a child must not share locks and databases.
class Forked {
 public:
    explicit Forked(const std::function<void(int to_parent)>& work) {
        int ends[2] = {-1, -1};
        if (::pipe(ends) != 0) return;
        child_ = ::fork();
        if (child_ == 0) {
            ::close(ends[0]);
            work(ends[1]);
            ::_exit(0);
        }
        ::close(ends[1]);
        from_child_ = ends[0];
    }
    ~Forked() {
        kill();
        (void)end();
        if (from_child_ >= 0) ::close(from_child_);
    }
    Forked(const Forked&) = delete;
    Forked& operator=(const Forked&) = delete;

    void kill() const {
        if (child_ > 0) ::kill(child_, SIGKILL);
    }
    /// The next character that the child sends, or -1 once it has ended.
    int next() {
        char c = 0;
        ssize_t n = 0;
        do {
            n = ::read(from_child_, &c, 1);
        } while (n < 0 && errno == EINTR);
        return n == 1 ? static_cast<unsigned char>(c) : -1;
    }
    /// Everything that the child sends until its end.
    std::string rest() {
        std::string text;
        for (int c = next(); c >= 0; c = next())
            text.push_back(static_cast<char>(c));
        return text;
    }
    /// Waits for the child's end. Returns 0, the signal that ended it, or -1 for another exit code.
    int end() {
        if (child_ > 0) {
            int status = 0;
            while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
            }
            child_ = -1;
            end_ = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status) == 0 ? 0 : -1;
        }
        return end_;
    }

 private:
    pid_t child_ = -1;
    int from_child_ = -1;
    int end_ = -1;
};

}  // namespace stepvault::test
