#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/progress.h"

namespace stepvault {

/// A key pair of S3. It goes into signatures only, never into a message.
struct S3Credentials {
    std::string key_id;
    std::string secret;
    std::string session_token;  ///< empty for a key that lasts
};

/// One request, signed by AWS Signature Version 4 for S3.
struct HttpCall {
    std::string method = "GET";  ///< GET, PUT, POST or DELETE
    std::string url{};           ///< the query's parameters ascend by name, as the signature needs them
    std::vector<std::pair<std::string, std::string>> headers{};  ///< names and values, each one line
    std::string region{};
    /// PUT, POST: the size of the body, and a function that fills the buffer from an offset and returns how
    /// many bytes it gave.
    std::uint64_t body_bytes = 0;
    std::function<Result<std::size_t>(std::uint64_t offset, MutableByteView out)> body{};
};

/// How long to wait for a place.
struct HttpPatience {
    std::chrono::seconds connect{15};
    std::chrono::seconds stalled{60};  ///< with less than 1,000 bytes a second
};

/// Sends requests one after another and keeps the connections. Not thread-safe; blocks.
class HttpClient {
 public:
    /// Receives the body of an answer whose status is 2xx.
    using Sink = std::function<Status(int status, ByteView bytes)>;
    struct Answer {
        int status = 0;    ///< 0: the connection failed, and another try may succeed
        std::string etag;  ///< the server's name for the content that it received; may be empty
        std::string text;  ///< of an answer whose status is not 2xx, at most 64 KiB; the reason of a failure
    };

    /// ErrorCode::unsupported without libcurl.
    static Result<std::unique_ptr<HttpClient>> create(S3Credentials credentials, HttpPatience patience);
    virtual ~HttpClient() = default;

    /// Follows no redirection, so that no other server gets the signature. ErrorCode::cancelled, and errors
    /// of `sink` and of the body. No error names the URL. Reports the bytes of the body sent.
    virtual Result<Answer> call(const HttpCall& call, const Sink& sink, const JobContext& job) = 0;
};

}  // namespace stepvault
