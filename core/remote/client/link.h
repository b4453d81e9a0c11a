#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "base/paths.h"
#include "remote/client/connection.h"
#include "remote/ssh/remote_command.h"

namespace stepvault {

/// The state of a link.
struct LinkState {
    bool is_connected = false;
    /// Why there is no connection; nullopt while the first one is being made, too.
    std::optional<Error> failure = {};
    bool is_trying = false;  ///< a connection is being made
};

/// Keeps a connection to a vault on another machine, and makes it again after it was lost. Thread-safe.
class Link {
 public:
    /// Called on a thread of the link's, which it must not block.
    using Listener = std::function<void(const LinkState&)>;

    /// Makes a connection. `may_ask`: the user may be asked for a password and the like.
    using Connect =
        std::function<Result<std::shared_ptr<Connection>>(bool may_ask, const std::stop_token& stop)>;

    /// Connects. `retry`: the first wait before another try; it doubles up to fifteen seconds. Has the errors
    /// of `connect`.
    static Result<std::unique_ptr<Link>> open(const RemotePlace& place, Connect connect,
                                              const std::stop_token& stop,
                                              std::chrono::milliseconds retry = std::chrono::seconds(1));
    ~Link();
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    [[nodiscard]] const RemotePlace& place() const { return place_; }
    [[nodiscard]] const std::filesystem::path& vault() const { return vault_; }
    /// "HOST:FOLDER", for people.
    [[nodiscard]] std::string name() const { return place_on(place_.host, vault_); }
    /// The connection, or why there is none.
    [[nodiscard]] Result<std::shared_ptr<Connection>> connection();
    [[nodiscard]] LinkState state() const;
    void set_listener(Listener listener);
    /// Tries again at once; ssh may ask the user.
    void reconnect();

 private:
    Link(RemotePlace place, Connect connect, std::chrono::milliseconds retry)
        : place_(std::move(place)), connect_(std::move(connect)), retry_(retry) {}
    /// Makes a connection that tells when it is lost.
    Result<std::shared_ptr<Connection>> connect(bool may_ask, const std::stop_token& stop);
    void keep(const std::stop_token& stop);
    void lose(const Error& reason);
    void tell();

    RemotePlace place_;
    Connect connect_;
    std::chrono::milliseconds retry_;
    std::filesystem::path vault_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::shared_ptr<Connection> connection_;
    LinkState state_;
    bool is_asked_ = false;  ///< by reconnect()
    std::mutex telling_;
    Listener listener_;
    std::jthread keeping_;
};

}  // namespace stepvault
