#include "remote/wire/frame.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>

#include "base/blocked_sigpipe.h"
#include "base/uninterrupted.h"
#include "codec/zstd_frame.h"

namespace stepvault::wire {

namespace {

constexpr std::size_t header_bytes = 24;
/// Smaller payloads gain little.
constexpr std::size_t worth_packing = 256;
constexpr int write_poll_ms = 200;
/// Memory grows with the bytes that came, never with the length that a header names.
constexpr std::size_t piece = std::size_t{1} << 20;

Error ended() {
    return {ErrorCode::io, "the connection ended"};
}

}  // namespace

FrameWriter::FrameWriter(int descriptor) : descriptor_(descriptor) {
    const int flags = ::fcntl(descriptor, F_GETFL);
    if (flags >= 0) (void)::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

Status FrameWriter::write_all(ByteView bytes) {
    const BlockedSigpipe blocked;
    while (!bytes.empty()) {
        if (is_stopped_) return ended();
        const auto written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written > 0) {
            bytes_ += static_cast<std::uint64_t>(written);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
            continue;
        }
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return ended();
        pollfd writable{descriptor_, POLLOUT, 0};
        (void)::poll(&writable, 1, write_poll_ms);
    }
    return {};
}

Status FrameWriter::greet() {
    const std::scoped_lock lock(mutex_);
    return write_all(as_view(greeting));
}

Status FrameWriter::write(FrameKind kind, std::uint64_t request, ByteView payload) {
    Bytes packed;
    if (payload.size() >= worth_packing) packed = zstd_compress(payload, ZstdMode::fast);
    const bool is_packed = !packed.empty() && packed.size() < payload.size();
    const ByteView body = is_packed ? ByteView(packed) : payload;
    ByteWriter out;
    out.reserve(header_bytes + body.size());
    out.put(static_cast<std::uint32_t>(body.size()));
    out.put(kind);
    out.put(static_cast<std::uint8_t>(is_packed));
    out.put(std::uint16_t{0});
    out.put(request);
    out.put(std::uint64_t{payload.size()});
    out.put_bytes(body);
    const std::scoped_lock lock(mutex_);
    auto status = write_all(out.view());
    if (!status) is_stopped_ = true;
    return status;
}

Result<bool> FrameReader::fill(MutableByteView out, std::chrono::milliseconds patience) {
    while (!out.empty()) {
        pollfd readable{descriptor_, POLLIN, 0};
        const int ready =
            uninterrupted([&] { return ::poll(&readable, 1, static_cast<int>(patience.count())); });
        if (ready < 0) return system_error(errno, "read", "the connection");
        if (ready == 0) return false;
        const auto got = ::read(descriptor_, out.data(), out.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return ended();
        bytes_ += static_cast<std::uint64_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

Status FrameReader::skip_to_greeting(std::chrono::milliseconds patience) {
    std::string noise = "\n";
    while (!noise.ends_with(greeting)) {
        std::byte next{};
        STEPVAULT_ASSIGN(came, fill({&next, 1}, patience));
        if (!came) return Error{ErrorCode::io, "no answer"};
        noise.push_back(static_cast<char>(next));
        if (noise.size() == most_noise)
            return Error{ErrorCode::io, "the other side is no Stepvault: " + noise.substr(1, 200)};
    }
    return {};
}

Result<std::optional<Frame>> FrameReader::read(std::chrono::milliseconds patience) {
    Bytes header(header_bytes);
    STEPVAULT_ASSIGN(came, fill(header, patience));
    if (!came) return std::optional<Frame>();
    ByteReader in(header);
    const auto size = in.get<std::uint32_t>();
    const auto kind = in.get<std::uint8_t>();
    const auto packed = in.get<std::uint8_t>();
    const auto reserved = in.get<std::uint16_t>();
    Frame frame;
    frame.request = in.get<std::uint64_t>();
    const auto unpacked = in.get<std::uint64_t>();
    if (kind == 0 || kind > static_cast<std::uint8_t>(last_kind) || packed > 1 || reserved != 0 ||
        (packed == 0 && unpacked != size))
        return Error{ErrorCode::corrupt, "the connection carries something else than messages"};
    if (size > largest_ || unpacked > largest_)
        return Error{ErrorCode::limit, "a message of " + std::to_string(unpacked) + " bytes is too large"};
    frame.kind = static_cast<FrameKind>(kind);
    Bytes body;
    while (body.size() < size) {
        const auto before = body.size();
        body.resize(std::min<std::size_t>(size, before + piece));
        STEPVAULT_ASSIGN(goes_on, fill(MutableByteView(body).subspan(before), patience));
        if (!goes_on) return Error{ErrorCode::io, "the connection stopped in the middle of a message"};
    }
    if (packed == 0) {
        frame.payload = std::move(body);
    } else {
        frame.payload.resize(unpacked);
        STEPVAULT_TRY(zstd_decompress(body, frame.payload));
    }
    return std::optional(std::move(frame));
}

}  // namespace stepvault::wire
