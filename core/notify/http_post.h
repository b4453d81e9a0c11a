#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace stepvault {

/// A POST request.
struct HttpRequest {
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers;  ///< names and values, each one line
    std::string body;
};

/// How long to wait for an answer.
struct HttpTimeouts {
    std::chrono::milliseconds connect{5000};
    std::chrono::milliseconds whole{10000};
};

/// False without libcurl.
bool can_post();

/// Sends the request and returns the status of the answer; follows no redirection, and reads at most the
/// answer's first KiB. A stop ends it at once with ErrorCode::cancelled. No error names any part of the URL.
/// ErrorCode::unsupported unless can_post(). Thread-safe; blocks.
Result<int> http_post(const HttpRequest& request, const HttpTimeouts& timeouts, const std::stop_token& stop);

}  // namespace stepvault
