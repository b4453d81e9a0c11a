#include "remote/ssh/ssh_child.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/uninterrupted.h"

namespace stepvault {

namespace {

/// Gives the child a descriptor of the parent's under a standard number.
void take_descriptor(int from, int to) {
    if (from < 0) return;
    if (from == to)
        ::fcntl(from, F_SETFD, 0);
    else
        ::dup2(from, to);
}

/// Runs in the child of a fork, where only async-signal-safe functions may be called. `failure`: gets errno.
[[noreturn]] void become_ssh(const SshChild& child, char* const* words, char* const* environment,
                             int failure) {
    if (child.is_detached) {
        ::setsid();
        std::signal(SIGINT, SIG_DFL);
    } else {
        // On a terminal's interrupt, ssh must go on until the command there has ended, but not without this
        // process.
        std::signal(SIGINT, SIG_IGN);
        ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    }
    std::signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    take_descriptor(child.input, STDIN_FILENO);
    take_descriptor(child.output, STDOUT_FILENO);
    take_descriptor(child.errors, STDERR_FILENO);
    ::execvpe(words[0], words, environment);
    const int code = errno;
    (void)!::write(failure, &code, sizeof code);
    ::_exit(1);
}

/// Pointers to the texts, with a null at the end.
std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> found;
    for (auto& text : texts)
        found.push_back(text.data());
    found.push_back(nullptr);
    return found;
}

std::vector<std::string> environment_with(const Variables& variables) {
    std::vector<std::string> all;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view text = *each;
        bool is_replaced = false;
        for (const auto& [name, value] : variables)
            is_replaced =
                is_replaced || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
        if (!is_replaced) all.emplace_back(text);
    }
    for (const auto& [name, value] : variables)
        all.push_back(name + "=" + value);
    return all;
}

}  // namespace

Result<pid_t> start_ssh(const SshChild& child) {
    std::vector<std::string> arguments = child.arguments;
    arguments.insert(arguments.begin(), "ssh");
    auto environment = environment_with(child.variables);
    const auto words = pointers(arguments);
    const auto variables = pointers(environment);
    std::array<int, 2> failure{};
    if (::pipe2(failure.data(), O_CLOEXEC) != 0) return system_error(errno, "run", "ssh");
    const auto process = ::fork();
    if (process == 0) become_ssh(child, words.data(), variables.data(), failure[1]);
    int code = process < 0 ? errno : 0;
    ::close(failure[1]);
    // Without a failure, the pipe ends when ssh begins.
    if (process > 0 &&
        uninterrupted([&] { return static_cast<int>(::read(failure[0], &code, sizeof code)); }) <= 0)
        code = 0;
    ::close(failure[0]);
    if (code == 0) return process;
    if (process > 0) uninterrupted([&] { return ::waitpid(process, nullptr, 0); });
    return system_error(code, "run", "ssh");
}

}  // namespace stepvault
