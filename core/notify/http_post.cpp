#include "notify/http_post.h"

#include "base/blocked_sigpipe.h"
#include "notify/curl_handles.h"

namespace stepvault {

namespace {

/// The rest of a long answer is not worth reading.
constexpr std::size_t longest_answer = 1024;

std::size_t take_answer(const char*, std::size_t size, std::size_t count, void* read) {
    auto& bytes = *static_cast<std::size_t*>(read);
    bytes += size * count;
    return bytes > longest_answer ? 0 : size * count;
}

curl::Headers headers_of(const HttpRequest& request) {
    curl::Headers list;
    for (const auto& [name, value] : request.headers) {
        if (!curl::append(list, (name + ": " + value).c_str())) return nullptr;
    }
    return list;
}

/// `request`, `headers` and `read` must outlive the transfer.
void set_up(CURL* easy, const HttpRequest& request, const HttpTimeouts& timeouts, curl_slist* headers,
            std::size_t* read) {
    curl::set_up_request(easy, request.url, headers);
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise the clean-up would wait for a name server that does not answer.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(timeouts.connect.count()));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(timeouts.whole.count()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request.body.c_str());
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_answer);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, read);
}

Error out_of_memory() {
    return {ErrorCode::limit, "out of memory"};
}

/// Only texts that libcurl has ready: those of a transfer may name parts of the URL.
Error failure(CURLcode code) {
    if (code == CURLE_OPERATION_TIMEDOUT) return {ErrorCode::io, "no answer in time"};
    return {ErrorCode::io, curl_easy_strerror(code)};
}

}  // namespace

bool can_post() {
    // Fails where libcurl is loaded only here (packaging/old_glibc) and the system has none.
    static const bool is_ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    return is_ready;
}

Result<int> http_post(const HttpRequest& request, const HttpTimeouts& timeouts, const std::stop_token& stop) {
    if (!can_post()) return Error{ErrorCode::unsupported, "the library libcurl.so.4 is not installed"};
    const BlockedSigpipe blocked;
    std::size_t read = 0;
    const auto headers = headers_of(request);
    const curl::Multi multi(curl_multi_init());
    const curl::Easy easy(curl_easy_init());
    if (!multi || !easy || (!headers && !request.headers.empty())) return out_of_memory();
    set_up(easy.get(), request, timeouts, headers.get(), &read);
    if (curl_multi_add_handle(multi.get(), easy.get()) != CURLM_OK) return out_of_memory();
    const auto performed = curl::perform(multi.get(), stop);
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    curl_multi_remove_handle(multi.get(), easy.get());
    if (!performed) return performed.error();
    const bool is_cut_short = *performed == CURLE_WRITE_ERROR && read > longest_answer;
    if (*performed != CURLE_OK && !is_cut_short) return failure(*performed);
    return static_cast<int>(status);
}

}  // namespace stepvault
