#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/progress.h"
#include "remote/wire/frame.h"
#include "remote/wire/hello.h"
#include "remote/wire/wire_value.h"

namespace stepvault {

/// Requests to a server over two descriptors, which it does not own. Thread-safe. The other side may lie: a
/// message can fail the request that it belongs to, or end the connection, and nothing else.
class Connection {
 public:
    using OnEvent = std::function<void(const wire::Value&)>;

    /// Waits for the server's greeting, as long as ssh may ask the user. ErrorCode::unsupported for another
    /// version; io. `silence`: after this long without a byte the connection is lost.
    static Result<std::unique_ptr<Connection>> open(
        int in, int out, std::chrono::milliseconds patience,
        std::chrono::milliseconds silence = wire::client_patience);
    /// Ends all requests with an error. The descriptors must be closed on the other side, or be about to.
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    [[nodiscard]] const wire::Hello& hello() const { return hello_; }
    /// Blocks until the result is there; progress and events come on this thread meanwhile. After a stop
    /// request, the server is told, and gets some seconds to end the work. ErrorCode::io once the connection
    /// is lost.
    Result<wire::Value> call(std::uint32_t method, const wire::Value& arguments, const JobContext& job,
                             const OnEvent& on_event = {});

    /// Why the connection is lost; nullopt while it is not.
    [[nodiscard]] std::optional<Error> failure() const;
    /// Ends the connection for this reason, unless it has ended.
    void fail(const Error& reason);
    /// Called once, on a thread of the connection's, when it is lost. Set it before any request.
    void on_lost(std::function<void(const Error&)> listener);
    /// Bytes that came.
    [[nodiscard]] std::uint64_t bytes_in() const { return reader_.bytes(); }

 private:
    /// A request that waits for its result.
    struct Pending {
        std::deque<wire::Frame> events;
        std::uint64_t event_bytes = 0;
        std::optional<wire::Frame> progress;  ///< the newest
        std::optional<wire::Frame> result;
        std::condition_variable changed;
    };

    /// Ends a request's entry in `pending_`.
    struct Forget {
        Connection& connection;
        std::uint64_t id;
        ~Forget() {
            const std::scoped_lock lock(connection.mutex_);
            connection.pending_.erase(id);
        }
    };

    Connection(int in, int out, std::chrono::milliseconds silence);
    Status shake_hands(std::chrono::milliseconds patience);
    void read(const std::stop_token& stop);
    void ping(const std::stop_token& stop);
    Status take(wire::Frame frame);
    Result<wire::Value> wait(Pending& pending, std::uint64_t id, const JobContext& job,
                             const OnEvent& on_event);

    wire::FrameReader reader_;
    wire::FrameWriter writer_;
    std::chrono::milliseconds silence_;
    wire::Hello hello_;
    mutable std::mutex mutex_;
    std::uint64_t last_id_ = 0;
    std::map<std::uint64_t, Pending*> pending_;
    std::optional<Error> failure_;
    std::function<void(const Error&)> listener_;
    std::jthread reading_;
    std::jthread pinging_;
};

}  // namespace stepvault
