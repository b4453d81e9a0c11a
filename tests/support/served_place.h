// A vault or a copy on "another machine": served by a thread of this process.
#pragma once

#include <array>
#include <atomic>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unistd.h>
#include <utility>

#include "remote/client/link.h"
#include "remote/serve/server.h"

namespace stepvault::test {

/// Two pipes with a server at one end. Bytes pass on until cut().
class ServedConnection {
 public:
    ServedConnection(std::unique_ptr<Dispatcher> dispatcher, const ServerLimits& limits,
                     std::chrono::milliseconds silence) {
        if (::pipe2(to_.data(), O_CLOEXEC) != 0 || ::pipe2(from_.data(), O_CLOEXEC) != 0) return;
        server_ = std::jthread([this, served = std::move(dispatcher), limits](const std::stop_token& stop) {
            (void)serve(*served, to_[0], from_[1], stop, limits);
            close_end(from_[1]);
        });
        auto opened = Connection::open(from_[0], to_[1], std::chrono::seconds(20), silence);
        if (opened) connection_ = std::move(*opened);
    }
    ~ServedConnection() {
        cut();
        connection_.reset();
        server_.request_stop();
        server_ = {};
        for (auto* ends : {&to_, &from_}) {
            for (auto& end : *ends)
                close_end(end);
        }
    }
    ServedConnection(const ServedConnection&) = delete;
    ServedConnection& operator=(const ServedConnection&) = delete;

    [[nodiscard]] Connection* connection() { return connection_.get(); }
    /// The server hears no more of the client, and ends.
    void cut() { server_.request_stop(); }

 private:
    void close_end(int& end) {
        const std::scoped_lock lock(mutex_);
        if (end >= 0) ::close(std::exchange(end, -1));
    }

    std::array<int, 2> to_{-1, -1};
    std::array<int, 2> from_{-1, -1};
    std::mutex mutex_;
    std::unique_ptr<Connection> connection_;
    std::jthread server_;
};

/// Connects as to another machine, and can cut the connection.
class ServedPlace {
 public:
    /// Makes the dispatcher of each connection.
    using Serve = std::function<std::unique_ptr<Dispatcher>()>;

    explicit ServedPlace(Serve serve, ServerLimits limits = {},
                         std::chrono::milliseconds silence = std::chrono::seconds(20))
        : serve_(std::move(serve)), limits_(limits), silence_(silence) {}

    Link::Connect connect() {
        return [this](bool, const std::stop_token&) -> Result<std::shared_ptr<Connection>> {
            ++tries_;
            if (!is_reachable_) return Error{ErrorCode::io, "box is away"};
            const auto served = std::make_shared<ServedConnection>(serve_(), limits_, silence_);
            if (served->connection() == nullptr) return Error{ErrorCode::io, "no greeting"};
            const std::scoped_lock lock(mutex_);
            last_ = served;
            return std::shared_ptr<Connection>(served, served->connection());
        };
    }
    void cut() {
        std::shared_ptr<ServedConnection> last;
        {
            const std::scoped_lock lock(mutex_);
            last = last_.lock();
        }
        if (last) last->cut();
    }
    void set_reachable(bool is_reachable) { is_reachable_ = is_reachable; }
    [[nodiscard]] int tries() const { return tries_; }

 private:
    Serve serve_;
    ServerLimits limits_;
    std::chrono::milliseconds silence_;
    std::atomic<bool> is_reachable_ = true;
    std::atomic<int> tries_ = 0;
    std::mutex mutex_;
    std::weak_ptr<ServedConnection> last_;
};

}  // namespace stepvault::test
