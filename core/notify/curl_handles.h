// Handles of libcurl that release themselves. Only for sources that are built with libcurl.
#pragma once

#include <curl/curl.h>
#include <memory>
#include <stop_token>
#include <string>

#include "base/result.h"

namespace stepvault::curl {

/// Releases an object of libcurl by its function.
template <auto release>
struct Releaser {
    template <class T>
    void operator()(T* object) const {
        release(object);
    }
};
using Easy = std::unique_ptr<CURL, Releaser<curl_easy_cleanup>>;
using Multi = std::unique_ptr<CURLM, Releaser<curl_multi_cleanup>>;
using Headers = std::unique_ptr<curl_slist, Releaser<curl_slist_free_all>>;

/// Appends a line to the list; false if memory runs out.
inline bool append(Headers& list, const char* line) {
    auto* longer = curl_slist_append(list.get(), line);
    if (longer == nullptr) return false;
    (void)list.release();
    list.reset(longer);
    return true;
}

/// Sets what all requests have in common. `url` is copied; `headers` must outlive the transfer. Without
/// signals of its own (CURLOPT_NOSIGNAL), libcurl leaves SIGPIPE to its caller: see BlockedSigpipe.
inline void set_up_request(CURL* easy, const std::string& url, curl_slist* headers) {
    curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "stepvault/" STEPVAULT_VERSION);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

/// Performs the transfer that was added to `multi`, until it ends or a stop is requested:
/// ErrorCode::cancelled. ErrorCode::limit if memory runs out.
inline Result<CURLcode> perform(CURLM* multi, const std::stop_token& stop) {
    constexpr int longest_poll_ms = 1000;
    const std::stop_callback wake(stop, [multi] { curl_multi_wakeup(multi); });
    for (int running = 1; running > 0;) {
        if (stop.stop_requested()) return Error{ErrorCode::cancelled, "cancelled"};
        if (curl_multi_perform(multi, &running) != CURLM_OK) return Error{ErrorCode::limit, "out of memory"};
        if (running > 0) curl_multi_poll(multi, nullptr, 0, longest_poll_ms, nullptr);
    }
    int left = 0;
    while (const auto* message = curl_multi_info_read(multi, &left)) {
        if (message->msg == CURLMSG_DONE) return message->data.result;
    }
    return CURLE_FAILED_INIT;
}

}  // namespace stepvault::curl
