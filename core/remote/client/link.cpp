#include "remote/client/link.h"

#include <algorithm>
#include <utility>

namespace stepvault {

namespace {

constexpr std::chrono::milliseconds longest_wait = std::chrono::seconds(15);

}  // namespace

Result<std::unique_ptr<Link>> Link::open(const RemotePlace& place, Connect connect,
                                         const std::stop_token& stop, std::chrono::milliseconds retry) {
    std::unique_ptr<Link> link(new Link(place, std::move(connect), retry));
    STEPVAULT_ASSIGN(connection, link->connect(true, stop));
    link->vault_ = connection->hello().vault;
    {
        const std::scoped_lock lock(link->mutex_);
        link->connection_ = connection;
        link->state_ = {.is_connected = true};
    }
    if (const auto failure = connection->failure()) link->lose(*failure);
    link->keeping_ = std::jthread([kept = link.get()](const std::stop_token& ending) { kept->keep(ending); });
    return link;
}

Link::~Link() {
    keeping_.request_stop();
    keeping_ = {};
    // Its threads end with it, and tell nothing of it.
    if (connection_) connection_->on_lost({});
    connection_.reset();
}

Result<std::shared_ptr<Connection>> Link::connection() {
    const std::scoped_lock lock(mutex_);
    if (connection_) return connection_;
    if (state_.failure) return *state_.failure;
    return Error{ErrorCode::io, "no connection to " + place_.host};
}

LinkState Link::state() const {
    const std::scoped_lock lock(mutex_);
    return state_;
}

void Link::set_listener(Listener listener) {
    const std::scoped_lock lock(telling_);
    listener_ = std::move(listener);
}

void Link::reconnect() {
    const std::scoped_lock lock(mutex_);
    is_asked_ = true;
    changed_.notify_all();
}

Result<std::shared_ptr<Connection>> Link::connect(bool may_ask, const std::stop_token& stop) {
    STEPVAULT_ASSIGN(connection, connect_(may_ask, stop));
    connection->on_lost([this](const Error& reason) { lose(reason); });
    return std::move(connection);
}

void Link::lose(const Error& reason) {
    {
        const std::scoped_lock lock(mutex_);
        if (!state_.is_connected) return;
        state_ = {.failure =
                      Error{ErrorCode::io, "lost the connection to " + place_.host + ": " + reason.message}};
        changed_.notify_all();
    }
    tell();
}

void Link::tell() {
    // The newest state is told last.
    const std::scoped_lock lock(telling_);
    if (listener_) listener_(state());
}

void Link::keep(const std::stop_token& stop) {
    auto wait = retry_;
    while (!stop.stop_requested()) {
        bool may_ask = false;
        std::shared_ptr<Connection> old;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, stop, [&] { return !state_.is_connected; });
            old = std::exchange(connection_, nullptr);
            if (stop.stop_requested()) break;
            changed_.wait_for(lock, stop, wait, [&] { return is_asked_; });
            may_ask = std::exchange(is_asked_, false);
            if (stop.stop_requested()) break;
            state_.is_trying = true;
        }
        old.reset();
        tell();
        auto connection = connect(may_ask, stop);
        {
            const std::scoped_lock lock(mutex_);
            if (connection) {
                connection_ = *connection;
                state_ = {.is_connected = true};
                wait = retry_;
            } else {
                state_ = {.failure = connection.error()};
                wait = std::min(wait * 2, longest_wait);
            }
        }
        // It may have been lost before it was the link's.
        if (connection) {
            if (const auto failure = (*connection)->failure()) lose(*failure);
        }
        if (!stop.stop_requested()) tell();
    }
}

}  // namespace stepvault
