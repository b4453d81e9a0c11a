#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/types.h>
#include <thread>

#include "base/result.h"
#include "remote/ssh/ssh_child.h"

namespace stepvault {

/// A running ssh, with pipes to its standard input and output. Thread-safe.
class SshProcess {
 public:
    /// See start_ssh() and SshChild::is_detached.
    static Result<std::unique_ptr<SshProcess>> start(const std::vector<std::string>& arguments,
                                                     const Variables& variables, bool is_detached = true);
    /// Ends it, at the latest by SIGKILL after two seconds.
    ~SshProcess();
    SshProcess(const SshProcess&) = delete;
    SshProcess& operator=(const SshProcess&) = delete;

    [[nodiscard]] int to_it() const { return to_it_; }
    [[nodiscard]] int from_it() const { return from_it_; }
    /// Tells it that no more comes. One thread closes and writes.
    void close_input();
    /// Asks it to end, so that whoever reads from it does not wait any longer.
    void stop();
    /// Its exit code, or 128 and the number of a signal; nullopt if it does not end within this time.
    std::optional<int> code(std::chrono::milliseconds within);
    /// The last lines of its standard error, joined by "; ".
    [[nodiscard]] std::string complaint();

 private:
    SshProcess() = default;
    void listen(int errors, const std::stop_token& stop);

    pid_t process_ = -1;
    int to_it_ = -1;
    int from_it_ = -1;
    std::mutex mutex_;
    std::optional<int> code_;
    std::string said_;            ///< the end of its standard error
    bool has_heard_all_ = false;  ///< of its standard error
    std::condition_variable heard_;
    std::jthread listening_;
};

/// The text of a complaint that `stepvault` there has written, without its name; empty if there is none.
std::string said_by_stepvault(const std::string& complaint);

}  // namespace stepvault
