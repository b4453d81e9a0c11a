#include "remote/serve/server.h"

#include <exception>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "remote/serve/copy_methods.h"
#include "remote/wire/all_fields.h"
#include "remote/wire/hello.h"

namespace stepvault {

namespace {

using wire::Frame;
using wire::FrameKind;
using wire::FrameWriter;

constexpr std::chrono::milliseconds progress_every{100};
/// How often the reader looks for a stop request.
constexpr std::chrono::milliseconds look_every{500};

/// Sends the progress and the events of one request.
class Reporter : public ProgressSink, public WatchObserver {
 public:
    Reporter(FrameWriter& writer, std::uint64_t request) : writer_(writer), request_(request) {}

    void on_progress(const Progress& progress) override {
        {
            const std::scoped_lock lock(mutex_);
            const auto now = std::chrono::steady_clock::now();
            const bool is_end = progress.total > 0 && progress.done >= progress.total;
            withheld_.reset();
            if (now < next_ && !is_end) {
                withheld_ = progress;
                return;
            }
            next_ = now + progress_every;
        }
        send(progress);
    }
    /// Sends the last progress if it came too soon after another. Called before the result goes.
    void send_withheld() {
        const auto last = [&] {
            const std::scoped_lock lock(mutex_);
            return std::exchange(withheld_, std::nullopt);
        }();
        if (last) send(*last);
    }
    void on_watch_event(const WatchEvent& event) override {
        (void)writer_.write(FrameKind::event, request_, wire::write_message(wire::encode(event)));
    }

 private:
    void send(const Progress& progress) {
        (void)writer_.write(FrameKind::progress, request_, wire::write_message(wire::encode(progress)));
    }

    FrameWriter& writer_;
    std::uint64_t request_;
    std::mutex mutex_;
    std::chrono::steady_clock::time_point next_;
    std::optional<Progress> withheld_;
};

/// The requests of a connection, each in a thread of its own. The destructor stops them and waits.
class Requests {
 public:
    Requests(Dispatcher& dispatcher, FrameWriter& writer, std::size_t most)
        : dispatcher_(dispatcher), writer_(writer), most_(most) {}

    void begin(std::uint64_t id, wire::Value message) {
        const std::scoped_lock lock(mutex_);
        ended_.clear();
        if (running_.contains(id) || running_.size() >= most_) {
            answer(id, wire::encode(Error{ErrorCode::limit, "too many requests at once; try again"}));
            return;
        }
        try {
            running_.emplace(id, std::jthread([this, id, message = std::move(message)](
                                                  const std::stop_token& stop) { run(id, message, stop); }));
        } catch (const std::system_error&) {
            answer(id, wire::encode(Error{ErrorCode::limit, "too many threads run already"}));
        }
    }
    void cancel(std::uint64_t id) {
        const std::scoped_lock lock(mutex_);
        if (const auto at = running_.find(id); at != running_.end()) at->second.request_stop();
    }
    ~Requests() {
        std::map<std::uint64_t, std::jthread> running;
        {
            const std::scoped_lock lock(mutex_);
            running = std::move(running_);
            running_.clear();
        }
        for (auto& [id, thread] : running)
            thread.request_stop();
        // A thread that ends meanwhile finds itself in no list.
        running.clear();
    }
    Requests(const Requests&) = delete;
    Requests& operator=(const Requests&) = delete;

 private:
    void run(std::uint64_t id, const wire::Value& message, const std::stop_token& stop) {
        try {
            carry_out(id, message, stop);
        } catch (const std::exception& exception) {
            answer(id, wire::encode(Error{ErrorCode::limit, exception.what()}));
        }
        const std::scoped_lock lock(mutex_);
        const auto at = running_.find(id);
        if (at == running_.end()) return;
        ended_.push_back(std::move(at->second));
        running_.erase(at);
    }
    void carry_out(std::uint64_t id, const wire::Value& message, const std::stop_token& stop) {
        Reporter reporter(writer_, id);
        std::uint32_t method = 0;
        const bool is_call = message.is_array() && message.size() == 2 && wire::decode(message[0], method);
        const auto result = is_call
                                ? dispatcher_.call(method, message[1], {stop, &reporter}, reporter)
                                : wire::encode(Error{ErrorCode::invalid_argument, "a request is not a call"});
        reporter.send_withheld();
        answer(id, result);
    }
    void answer(std::uint64_t id, const wire::Value& result) {
        const auto message = wire::write_message(result);
        if (message.size() <= wire::largest_answer) {
            (void)writer_.write(FrameKind::result, id, message);
            return;
        }
        const Error error{ErrorCode::limit, "the answer is too large for a connection"};
        (void)writer_.write(FrameKind::result, id, wire::write_message(wire::encode(error)));
    }

    Dispatcher& dispatcher_;
    FrameWriter& writer_;
    std::size_t most_;
    std::mutex mutex_;
    std::map<std::uint64_t, std::jthread> running_;
    std::list<std::jthread> ended_;  ///< to be joined
};

Status take(const Frame& frame, Requests& requests, FrameWriter& writer) {
    switch (frame.kind) {
        case FrameKind::call: {
            STEPVAULT_ASSIGN(message, wire::read_message(frame.payload));
            requests.begin(frame.request, std::move(message));
            return {};
        }
        case FrameKind::cancel:
            requests.cancel(frame.request);
            return {};
        case FrameKind::ping:
            // While an answer is being written, its bytes tell as much.
            return writer.write_if_free(FrameKind::pong, frame.request);
        default:
            return Error{ErrorCode::corrupt, "the connection carries something other than requests"};
    }
}

}  // namespace

void refuse(int out, const Error& error) {
    FrameWriter writer(out);
    if (!writer.greet()) return;
    const Result<wire::Hello> hello = error;
    (void)writer.write(FrameKind::hello, 0, wire::write_message(wire::encode(hello)));
}

Status serve(Dispatcher& dispatcher, int in, int out, const std::stop_token& stop,
             const ServerLimits& limits) {
    FrameWriter writer(out);
    wire::FrameReader reader(in, wire::largest_request);
    const Result<wire::Hello> hello =
        wire::Hello{wire::protocol_version, STEPVAULT_VERSION, wire::all_methods, dispatcher.folder()};
    STEPVAULT_TRY(writer.greet());
    STEPVAULT_TRY(writer.write(FrameKind::hello, 0, wire::write_message(wire::encode(hello))));
    Requests requests(dispatcher, writer, limits.requests);
    const std::stop_callback on_stop(stop, [&writer] { writer.stop(); });
    auto told = reader.heard();
    Status ended;
    while (!stop.stop_requested()) {
        const auto before = reader.heard();
        auto frame = reader.read(look_every);
        if (!frame) {
            // The other side ends the connection by going.
            if (frame.error().code != ErrorCode::io) ended = frame.error();
            break;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now - reader.heard() > limits.patience) break;
        if (*frame) {
            ended = take(**frame, requests, writer);
            if (!ended) break;
        } else if (reader.heard() != before && now - told >= wire::ping_every) {
            // A ping of the other side waits behind a large request that comes slowly.
            told = now;
            if (!writer.write_if_free(FrameKind::pong, 0)) break;
        }
    }
    // Requests that wait for the other side to read must end, too.
    writer.stop();
    return ended;
}

}  // namespace stepvault
