// The messages between two Stepvaults as frames on a byte stream: 24 bytes of header (length, kind, packed,
// request, length unpacked; little-endian), then the payload, compressed by zstd where that pays.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace stepvault::wire {

/// Changes with the meaning of any message. Both sides must have the same.
inline constexpr std::uint32_t protocol_version = 2;

/// The server's first bytes. Shells and their startup files may print something before.
inline constexpr std::string_view greeting = "\nstepvault serve\n";
/// The client gives up where the greeting has not come within as many bytes.
inline constexpr std::size_t most_noise = std::size_t{64} << 10;

/// Limits of a payload as it is sent, and unpacked.
inline constexpr std::uint64_t largest_request = std::uint64_t{16} << 20;
inline constexpr std::uint64_t largest_answer = std::uint64_t{256} << 20;

/// After this time without a byte from the other side, the connection counts as lost.
inline constexpr std::chrono::seconds server_patience{30};
inline constexpr std::chrono::seconds client_patience{9};
/// The client sends a ping this often, and the server a pong while a large request comes slowly.
inline constexpr std::chrono::seconds ping_every{3};

/// The kinds of messages, and who sends them.
enum class FrameKind : std::uint8_t {
    hello = 1,     ///< server to client, once: Hello
    call = 2,      ///< client to server: [method, arguments]
    cancel = 3,    ///< client to server: the request's result is not wanted any more; it still comes
    ping = 4,      ///< client to server
    result = 5,    ///< server to client: ends a request
    progress = 6,  ///< server to client: Progress of a request
    event = 7,     ///< server to client: WatchEvent of a request
    pong = 8,      ///< server to client
};
inline constexpr FrameKind last_kind = FrameKind::pong;

/// One message.
struct Frame {
    FrameKind kind = FrameKind::ping;
    std::uint64_t request = 0;
    Bytes payload;  ///< unpacked
};

/// Writes frames to a descriptor, which it makes non-blocking and does not own. Thread-safe.
class FrameWriter {
 public:
    explicit FrameWriter(int descriptor);

    /// Writes the greeting, before any frame. See write().
    Status greet();
    /// ErrorCode::io if the other side has gone, or after stop(); nothing is written after an error.
    Status write(FrameKind kind, std::uint64_t request, ByteView payload = {});
    /// The same without payload, if that need not wait; else does nothing.
    Status write_if_free(FrameKind kind, std::uint64_t request);
    /// Ends a write that waits for the other side.
    void stop() { is_stopped_ = true; }
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
    Status write_all(ByteView bytes);

    int descriptor_;
    std::mutex mutex_;
    std::atomic<bool> is_stopped_ = false;
    std::atomic<std::uint64_t> bytes_ = 0;
};

/// Reads frames from a descriptor, which it does not own. One thread.
class FrameReader {
 public:
    /// `largest`: of a payload.
    FrameReader(int descriptor, std::uint64_t largest) : descriptor_(descriptor), largest_(largest) {}

    /// Skips bytes up to the greeting. ErrorCode::io if it does not come, with the noise that came instead.
    Status skip_to_greeting(std::chrono::milliseconds patience);
    /// nullopt if no whole frame has come within `patience`; the next call goes on with what has.
    /// ErrorCode::io at the end of the stream, limit for a payload that is too large, corrupt.
    Result<std::optional<Frame>> read(std::chrono::milliseconds patience);
    [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
    /// When the last bytes came, also of a frame that is not whole yet; at first, the time of construction.
    [[nodiscard]] std::chrono::steady_clock::time_point heard() const { return heard_; }

 private:
    using Clock = std::chrono::steady_clock;
    /// A frame of which the header has come.
    struct Begun {
        Frame frame;
        std::size_t size = 0;
        std::uint64_t unpacked = 0;
        bool is_packed = false;
    };

    /// At least one byte; 0 if none came until `end`.
    Result<std::size_t> read_some(MutableByteView out, Clock::time_point end);
    /// Reads until `partial_` has so many bytes. False if they have not come until `end`.
    Result<bool> fill(std::size_t size, Clock::time_point end);
    [[nodiscard]] Result<Begun> begun_by(const Bytes& header) const;

    int descriptor_;
    std::uint64_t largest_;
    Bytes partial_;  ///< of the header, then of the payload
    std::optional<Begun> begun_;
    Clock::time_point heard_ = Clock::now();
    std::atomic<std::uint64_t> bytes_ = 0;
};

}  // namespace stepvault::wire
