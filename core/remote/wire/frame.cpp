#include "remote/wire/frame.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <unistd.h>
#include <utility>

#include "base/blocked_sigpipe.h"
#include "base/uninterrupted.h"
#include "codec/zstd_frame.h"

namespace stepvault::wire {

namespace {

constexpr std::size_t header_bytes = 24;
/// Smaller payloads gain little.
constexpr std::size_t worth_packing = 256;
constexpr int write_poll_ms = 200;
constexpr long longest_poll_ms = 60 * 1000;
/// Memory grows with the bytes that came, never with the length that a header names.
constexpr std::size_t piece = std::size_t{64} << 10;

Error ended() {
    return {ErrorCode::io, "the connection ended"};
}

void put_header(ByteWriter& out, FrameKind kind, std::uint64_t request, std::size_t size,
                std::size_t unpacked, bool is_packed) {
    out.put(static_cast<std::uint32_t>(size));
    out.put(kind);
    out.put(static_cast<std::uint8_t>(is_packed));
    out.put(std::uint16_t{0});
    out.put(request);
    out.put(std::uint64_t{unpacked});
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
        if (written < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
            is_stopped_ = true;
            return ended();
        }
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
    put_header(out, kind, request, body.size(), payload.size(), is_packed);
    out.put_bytes(body);
    const std::scoped_lock lock(mutex_);
    return write_all(out.view());
}

Status FrameWriter::write_if_free(FrameKind kind, std::uint64_t request) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    pollfd writable{descriptor_, POLLOUT, 0};
    if (!lock.owns_lock() || ::poll(&writable, 1, 0) != 1) return {};
    ByteWriter out;
    put_header(out, kind, request, 0, 0, false);
    return write_all(out.view());
}

Result<std::size_t> FrameReader::read_some(MutableByteView out, Clock::time_point end) {
    while (true) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd readable{descriptor_, POLLIN, 0};
        const int ready = uninterrupted([&] {
            return ::poll(&readable, 1, static_cast<int>(std::clamp<long>(left, 0, longest_poll_ms)));
        });
        if (ready < 0) return system_error(errno, "read", "the connection");
        if (ready == 0 && left > 0) continue;
        if (ready == 0) return std::size_t{0};
        const auto got = ::read(descriptor_, out.data(), out.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return ended();
        bytes_ += static_cast<std::uint64_t>(got);
        heard_ = Clock::now();
        return static_cast<std::size_t>(got);
    }
}

Result<bool> FrameReader::fill(std::size_t size, Clock::time_point end) {
    while (partial_.size() < size) {
        const auto before = partial_.size();
        partial_.resize(std::min(size, before + piece));
        const auto got = read_some(MutableByteView(partial_).subspan(before), end);
        partial_.resize(before + (got ? *got : 0));
        if (!got) return got.error();
        if (*got == 0) return false;
    }
    return true;
}

Status FrameReader::skip_to_greeting(std::chrono::milliseconds patience) {
    std::string noise = "\n";
    while (!noise.ends_with(greeting)) {
        std::byte next{};
        STEPVAULT_ASSIGN(came, read_some({&next, 1}, Clock::now() + patience));
        if (came == 0) return Error{ErrorCode::io, "no answer"};
        noise.push_back(static_cast<char>(next));
        if (noise.size() == most_noise)
            return Error{ErrorCode::io, "the other side is not Stepvault: " + noise.substr(1, 200)};
    }
    return {};
}

Result<std::optional<Frame>> FrameReader::read(std::chrono::milliseconds patience) {
    const auto end = Clock::now() + patience;
    if (!begun_) {
        STEPVAULT_ASSIGN(has_header, fill(header_bytes, end));
        if (!has_header) return std::optional<Frame>();
        STEPVAULT_ASSIGN(begun, begun_by(std::exchange(partial_, {})));
        begun_ = std::move(begun);
    }
    STEPVAULT_ASSIGN(is_whole, fill(begun_->size, end));
    if (!is_whole) return std::optional<Frame>();
    auto body = std::exchange(partial_, {});
    auto [frame, size, unpacked, is_packed] = *std::exchange(begun_, std::nullopt);
    if (is_packed) {
        frame.payload.resize(unpacked);
        STEPVAULT_TRY(zstd_decompress(body, frame.payload));
    } else {
        frame.payload = std::move(body);
    }
    return std::optional(std::move(frame));
}

Result<FrameReader::Begun> FrameReader::begun_by(const Bytes& header) const {
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
        return Error{ErrorCode::corrupt, "the connection carries something other than messages"};
    if (size > largest_ || unpacked > largest_)
        return Error{ErrorCode::limit, "a message of " + std::to_string(unpacked) + " bytes is too large"};
    frame.kind = static_cast<FrameKind>(kind);
    return Begun{std::move(frame), size, unpacked, packed == 1};
}

}  // namespace stepvault::wire
