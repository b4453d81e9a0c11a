#include "remote/client/connection.h"

#include <exception>
#include <utility>

#include "remote/serve/copy_methods.h"
#include "remote/wire/all_fields.h"

namespace stepvault {

namespace {

using wire::Frame;
using wire::FrameKind;

constexpr std::chrono::milliseconds check_every{200};
/// How long the server may take to end cancelled work.
constexpr std::chrono::seconds cancel_patience{10};
/// Events that wait for the thread that asked for them.
constexpr std::uint64_t most_event_bytes = std::uint64_t{256} << 20;

}  // namespace

Connection::Connection(int in, int out, std::chrono::milliseconds silence)
    : reader_(in, wire::largest_answer), writer_(out), silence_(silence) {}

Result<std::unique_ptr<Connection>> Connection::open(int in, int out, std::chrono::milliseconds patience,
                                                     std::chrono::milliseconds silence) {
    std::unique_ptr<Connection> opened(new Connection(in, out, silence));
    STEPVAULT_TRY(opened->shake_hands(patience));
    auto* connection = opened.get();
    opened->reading_ = std::jthread([connection](const std::stop_token& stop) {
        try {
            connection->read(stop);
        } catch (const std::exception& exception) {
            connection->fail({ErrorCode::limit, exception.what()});
        }
    });
    opened->pinging_ = std::jthread([connection](const std::stop_token& stop) { connection->ping(stop); });
    return opened;
}

Connection::~Connection() {
    fail({ErrorCode::io, "the connection was closed"});
    reading_ = {};
    pinging_ = {};
}

Status Connection::shake_hands(std::chrono::milliseconds patience) {
    STEPVAULT_TRY(reader_.skip_to_greeting(patience));
    STEPVAULT_ASSIGN(frame, reader_.read(silence_));
    if (!frame) return Error{ErrorCode::io, "no answer"};
    STEPVAULT_ASSIGN(message, wire::read_message(frame->payload));
    Result<wire::Hello> hello = Error{};
    if (frame->kind != FrameKind::hello || !wire::decode(message, hello))
        return Error{ErrorCode::corrupt, "the other side is not Stepvault"};
    if (!hello) return hello.error();
    hello_ = std::move(*hello);
    const bool is_same_version = hello_.version == STEPVAULT_VERSION;
    if (is_same_version && hello_.protocol == wire::protocol_version && hello_.methods == wire::all_methods)
        return {};
    return Error{ErrorCode::unsupported,
                 "this machine has Stepvault " STEPVAULT_VERSION ", and the other one " +
                     (is_same_version ? "another build of it" : hello_.version.substr(0, 32))};
}

std::optional<Error> Connection::failure() const {
    const std::scoped_lock lock(mutex_);
    return failure_;
}

void Connection::on_lost(std::function<void(const Error&)> listener) {
    const std::scoped_lock lock(mutex_);
    listener_ = std::move(listener);
}

void Connection::fail(const Error& reason) {
    std::function<void(const Error&)> listener;
    {
        const std::scoped_lock lock(mutex_);
        if (failure_) return;
        failure_ = reason;
        listener = listener_;
        for (const auto& [id, pending] : pending_)
            pending->changed.notify_all();
    }
    writer_.stop();
    if (listener) listener(reason);
}

void Connection::read(const std::stop_token& stop) {
    while (!stop.stop_requested() && !failure()) {
        auto frame = reader_.read(check_every);
        if (!frame) return fail(frame.error());
        if (std::chrono::steady_clock::now() - reader_.heard() > silence_)
            return fail(
                {ErrorCode::io, "no answer for " + std::to_string(silence_.count() / 1000) + " seconds"});
        if (!*frame) continue;
        if (const auto status = take(std::move(**frame)); !status) return fail(status.error());
    }
}

void Connection::ping(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    const auto every = std::min<std::chrono::milliseconds>(wire::ping_every, silence_ / 3);
    while (!stop.stop_requested() && !failure()) {
        {
            std::unique_lock lock(mutex);
            never.wait_for(lock, stop, every, [] { return false; });
        }
        if (!stop.stop_requested()) (void)writer_.write(FrameKind::ping, 0);
    }
}

Status Connection::take(Frame frame) {
    if (frame.kind == FrameKind::pong) return {};
    if (frame.kind != FrameKind::result && frame.kind != FrameKind::progress &&
        frame.kind != FrameKind::event)
        return Error{ErrorCode::corrupt, "the connection carries something other than answers"};
    const std::scoped_lock lock(mutex_);
    const auto at = pending_.find(frame.request);
    // The request was given up.
    if (at == pending_.end()) return {};
    auto& pending = *at->second;
    if (frame.kind == FrameKind::result) {
        pending.result = std::move(frame);
    } else if (frame.kind == FrameKind::progress) {
        pending.progress = std::move(frame);
    } else {
        pending.event_bytes += frame.payload.size();
        if (pending.event_bytes > most_event_bytes)
            return Error{ErrorCode::limit, "events come faster than they are taken"};
        pending.events.push_back(std::move(frame));
    }
    pending.changed.notify_all();
    return {};
}

Result<wire::Value> Connection::call(std::uint32_t method, const wire::Value& arguments,
                                     const JobContext& job, const OnEvent& on_event) {
    const auto message = wire::write_message(wire::Value::array({method, arguments}));
    if (message.size() > wire::largest_request)
        return Error{ErrorCode::limit, "the request is too large for a connection"};
    Pending pending;
    std::uint64_t id = 0;
    {
        const std::scoped_lock lock(mutex_);
        if (failure_) return *failure_;
        id = ++last_id_;
        pending_.emplace(id, &pending);
    }
    // Also after an exception of `on_event`.
    const Forget forget{*this, id};
    STEPVAULT_TRY(writer_.write(FrameKind::call, id, message));
    return wait(pending, id, job, on_event);
}

Result<wire::Value> Connection::wait(Pending& pending, std::uint64_t id, const JobContext& job,
                                     const OnEvent& on_event) {
    // Wakes the wait below.
    const std::stop_callback wake(job.stop, [&] {
        const std::scoped_lock lock(mutex_);
        pending.changed.notify_all();
    });
    std::optional<std::chrono::steady_clock::time_point> given_up;
    std::unique_lock lock(mutex_);
    while (true) {
        const auto events = std::exchange(pending.events, {});
        const auto progress = std::exchange(pending.progress, std::nullopt);
        pending.event_bytes = 0;
        // A server that goes on sending must not keep the caller.
        if (given_up && std::chrono::steady_clock::now() > *given_up)
            return Error{ErrorCode::cancelled, "cancelled"};
        lock.unlock();
        for (const auto& event : events) {
            STEPVAULT_ASSIGN(value, wire::read_message(event.payload));
            if (on_event) on_event(value);
        }
        if (progress) {
            STEPVAULT_ASSIGN(value, wire::read_message(progress->payload));
            if (Progress done; wire::decode(value, done)) job.report(done);
        }
        if (job.stop.stop_requested() && !given_up) {
            given_up = std::chrono::steady_clock::now() + cancel_patience;
            (void)writer_.write(FrameKind::cancel, id);
        }
        lock.lock();
        const auto has_news = [&] {
            return !pending.events.empty() || pending.progress || (job.stop.stop_requested() && !given_up);
        };
        if (has_news()) continue;
        if (pending.result) break;
        if (failure_) return *failure_;
        const auto has_more = [&] { return has_news() || pending.result || failure_; };
        if (!given_up)
            pending.changed.wait(lock, has_more);
        else if (!pending.changed.wait_until(lock, *given_up, has_more))
            return Error{ErrorCode::cancelled, "cancelled"};
    }
    const auto payload = std::move(pending.result->payload);
    lock.unlock();
    return wire::read_message(payload);
}

}  // namespace stepvault
