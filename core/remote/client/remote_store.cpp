#include "remote/client/remote_store.h"

#include <thread>
#include <utility>

#include "remote/client/pieces.h"
#include "remote/client/remote_call.h"
#include "remote/copy/copy_layout.h"

namespace stepvault {

namespace {

/// How long the work waits for a lost machine.
constexpr std::chrono::minutes longest_absence{3};
constexpr std::chrono::milliseconds await_every{10};
/// After so many connections that were lost before anything was done, in such a time, the cause is hardly the
/// network.
constexpr int most_fruitless = 5;
constexpr std::chrono::minutes longest_fruitless{1};
/// A larger object is sent in pieces, and goes on after a lost connection.
constexpr std::uint64_t one_request_bytes = std::uint64_t{1} << 20;

}  // namespace

Result<std::unique_ptr<RemoteStore>> RemoteStore::open(const RemotePlace& place, Link::Connect connect,
                                                       Tell tell, const std::stop_token& stop,
                                                       std::chrono::milliseconds retry) {
    STEPVAULT_ASSIGN(link, Link::open(place, std::move(connect), stop, retry));
    return std::unique_ptr<RemoteStore>(new RemoteStore(std::move(link), std::move(tell)));
}

std::string RemoteStore::name() const {
    return link_->name();
}

Result<std::shared_ptr<Connection>> RemoteStore::await_connection(const JobContext& job) {
    const auto end = std::chrono::steady_clock::now() + longest_absence;
    for (bool is_told = false;; is_told = true) {
        STEPVAULT_TRY(job.check());
        auto connection = link_->connection();
        const auto failure = connection ? (*connection)->failure() : connection.error();
        if (!failure) return connection;
        const auto reason = link_->state().failure.value_or(failure->within(link_->place().host));
        if (std::chrono::steady_clock::now() > end) return reason;
        if (!is_told && tell_) tell_(reason.message + "; trying again");
        std::this_thread::sleep_for(await_every);
    }
}

template <class Work>
auto RemoteStore::persist(const JobContext& job, Work work) -> decltype(work()) {
    int fruitless = 0;
    auto last = std::chrono::steady_clock::now();
    while (true) {
        STEPVAULT_ASSIGN(connection, await_connection(job));
        const auto before = carried_;
        auto result = work();
        // Another error than that of the connection is final.
        if (result || !connection->failure()) return result;
        const auto now = std::chrono::steady_clock::now();
        if (carried_ != before) {
            fruitless = 0;
            last = now;
        } else if (++fruitless >= most_fruitless && now - last > longest_fruitless) {
            return Error{ErrorCode::io, result.error().message + ", " + std::to_string(fruitless) +
                                            " times before anything was done"};
        }
    }
}

Result<std::vector<CopyStore::Object>> RemoteStore::list(std::string_view prefix, const JobContext& job) {
    return persist(job, [&] { return call<&CopyObjects::list>(*link_, std::string(prefix), job); });
}

Status RemoteStore::get(const std::string& key, std::uint64_t offset, const Sink& sink,
                        const JobContext& job) {
    std::optional<ObjectPiece> first;
    const auto take = [&](Result<ObjectPiece> piece, std::uint64_t bytes) -> Status {
        if (!piece) return piece.error();
        const auto left = piece->object_bytes - std::min(piece->object_bytes, offset);
        if (piece->bytes.size() != std::min(bytes, left))
            return Error{ErrorCode::corrupt, name() + " sent another part of " + key};
        if (!first) first = ObjectPiece{{}, piece->object_bytes, piece->version};
        if (piece->version != first->version || piece->object_bytes != first->object_bytes)
            return Error{ErrorCode::changed, key + " in " + name() + " changed while it was read"};
        STEPVAULT_TRY(sink(piece->bytes));
        offset += piece->bytes.size();
        carried_ += piece->bytes.size();
        return job.check();
    };
    const auto ask = [&](std::uint64_t at, std::uint64_t bytes) {
        return call<&CopyObjects::piece>(*link_, key, at, bytes, JobContext{job.stop});
    };
    return persist(job, [&]() -> Status {
        // Only the first piece tells how many there are.
        if (!first) STEPVAULT_TRY(take(ask(offset, CopyObjects::largest_piece), CopyObjects::largest_piece));
        return in_pieces(offset, first->object_bytes, ask, take);
    });
}

Result<ContentName> RemoteStore::content(const std::string& key, std::uint64_t expected_bytes,
                                         const JobContext& job) {
    return persist(job, [&] { return call<&CopyObjects::content>(*link_, key, expected_bytes, job); });
}

Result<BegunUpload> RemoteStore::begin(const std::string& key, const ContentName& content, bool is_again,
                                       const JobContext& job) {
    const JobContext silent{job.stop};
    const auto end = std::chrono::steady_clock::now() + wire::server_patience;
    while (true) {
        auto begun = call<&CopyObjects::begin>(*link_, key, content, silent);
        // The server of the lost connection holds the bytes until it notices.
        if (!begun || begun->stays || !is_again || std::chrono::steady_clock::now() > end) return begun;
        STEPVAULT_TRY(call<&CopyObjects::abandon>(*link_, begun->upload));
        STEPVAULT_TRY(job.check());
        std::this_thread::sleep_for(std::chrono::seconds(1));
    }
}

Status RemoteStore::send(const std::string& key, const File& file, const ContentName& content, bool is_again,
                         const JobContext& job) {
    STEPVAULT_ASSIGN(begun, begin(key, content, is_again, job));
    if (begun.present_bytes > content.bytes)
        return Error{ErrorCode::corrupt, name() + " claims to have more of " + key + " than there is"};
    const auto upload = begun.upload;
    Progress progress{.done = begun.present_bytes, .total = content.bytes, .item = {}};
    job.report(progress);
    const auto sent = in_pieces(
        begun.present_bytes, content.bytes,
        [&](std::uint64_t at, std::uint64_t size) -> Status {
            Bytes piece(size);
            STEPVAULT_TRY(file.read_exact(at, piece));
            return call<&CopyObjects::write>(*link_, upload, at, piece, JobContext{job.stop});
        },
        [&](const Status& written, std::uint64_t size) -> Status {
            STEPVAULT_TRY(written);
            progress.done += size;
            carried_ += size;
            job.report(progress);
            return job.check();
        });
    if (!sent) {
        (void)call<&CopyObjects::abandon>(*link_, upload);
        return sent;
    }
    return call<&CopyObjects::finish>(*link_, upload, JobContext{job.stop});
}

Status RemoteStore::put_small(const std::string& key, const Bytes& bytes, const JobContext& job) {
    return persist(job, [&] { return call<&CopyObjects::put>(*link_, key, bytes, job); });
}

Status RemoteStore::put(const std::string& key, const File& file, std::uint64_t bytes,
                        const JobContext& job) {
    if (bytes <= one_request_bytes) {
        Bytes all(bytes);
        STEPVAULT_TRY(file.read_exact(0, all));
        return put_small(key, all, job);
    }
    auto content = content_of_key(key);
    if (!content || content->bytes != bytes) {
        STEPVAULT_ASSIGN(named, name_content(file, bytes, [&](std::uint64_t) { return job.check(); }));
        content = std::move(named);
    }
    bool is_again = false;
    const auto send_all = [&] { return send(key, file, *content, std::exchange(is_again, true), job); };
    auto sent = persist(job, send_all);
    // A beginning that was there may have been damaged, as after a loss of power. It is dropped now.
    if (!sent && sent.error().code == ErrorCode::corrupt) sent = persist(job, send_all);
    return sent;
}

Status RemoteStore::put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) {
    if (bytes.size() > one_request_bytes) {
        STEPVAULT_ASSIGN(file, File::in_memory(key, bytes.size()));
        STEPVAULT_TRY(file.write_all(0, as_view(bytes)));
        return put(key, file, bytes.size(), job);
    }
    const auto view = as_view(bytes);
    return put_small(key, Bytes(view.begin(), view.end()), job);
}

Status RemoteStore::remove(const std::string& key, const JobContext& job) {
    return persist(job, [&] { return call<&CopyObjects::remove>(*link_, key, job); });
}

}  // namespace stepvault
