#include "notify/http_post.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <curl/curl.h>
#include <memory>

namespace stepvault {

namespace {

using namespace std::chrono_literals;

/// The rest of a long answer is not worth reading.
constexpr std::size_t longest_answer = 1024;
constexpr auto longest_poll = 1000ms;

/// A write to a connection that the server has closed must not kill the process: without signals of its own
/// (CURLOPT_NOSIGNAL), libcurl leaves SIGPIPE to its caller.
class BlockedSigpipe {
 public:
    BlockedSigpipe() {
        sigemptyset(&pipe_);
        sigaddset(&pipe_, SIGPIPE);
        sigset_t pending;
        sigemptyset(&pending);
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE) == 1;
        pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
    }
    ~BlockedSigpipe() {
        const timespec no_wait{};
        if (!was_pending_) {
            while (sigtimedwait(&pipe_, nullptr, &no_wait) == SIGPIPE) {
            }
        }
        pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    }
    BlockedSigpipe(const BlockedSigpipe&) = delete;
    BlockedSigpipe& operator=(const BlockedSigpipe&) = delete;

 private:
    sigset_t pipe_{};
    sigset_t before_{};
    bool was_pending_ = false;
};

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

std::size_t take_answer(const char*, std::size_t size, std::size_t count, void* read) {
    auto& bytes = *static_cast<std::size_t*>(read);
    bytes += size * count;
    return bytes > longest_answer ? 0 : size * count;
}

Headers headers_of(const HttpRequest& request) {
    Headers list;
    for (const auto& [name, value] : request.headers) {
        auto* longer = curl_slist_append(list.get(), (name + ": " + value).c_str());
        if (longer == nullptr) return nullptr;
        (void)list.release();
        list.reset(longer);
    }
    return list;
}

/// `request`, `headers` and `read` must outlive the transfer.
void set_up(CURL* easy, const HttpRequest& request, const HttpTimeouts& timeouts, curl_slist* headers,
            std::size_t* read) {
    curl_easy_setopt(easy, CURLOPT_URL, request.url.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
#if LIBCURL_VERSION_NUM >= 0x075700
    // Otherwise the clean-up would wait for a name server that does not answer.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(timeouts.connect.count()));
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(timeouts.whole.count()));
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "stepvault/" STEPVAULT_VERSION);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
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

Result<CURLcode> perform(CURLM* multi, const std::stop_token& stop) {
    const std::stop_callback wake(stop, [multi] { curl_multi_wakeup(multi); });
    for (int running = 1; running > 0;) {
        if (stop.stop_requested()) return Error{ErrorCode::cancelled, "cancelled"};
        if (curl_multi_perform(multi, &running) != CURLM_OK) return out_of_memory();
        if (running > 0) curl_multi_poll(multi, nullptr, 0, static_cast<int>(longest_poll.count()), nullptr);
    }
    int left = 0;
    while (const auto* message = curl_multi_info_read(multi, &left)) {
        if (message->msg == CURLMSG_DONE) return message->data.result;
    }
    return CURLE_FAILED_INIT;
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
    const Multi multi(curl_multi_init());
    const Easy easy(curl_easy_init());
    if (!multi || !easy || (!headers && !request.headers.empty())) return out_of_memory();
    set_up(easy.get(), request, timeouts, headers.get(), &read);
    if (curl_multi_add_handle(multi.get(), easy.get()) != CURLM_OK) return out_of_memory();
    const auto performed = perform(multi.get(), stop);
    long status = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
    curl_multi_remove_handle(multi.get(), easy.get());
    if (!performed) return performed.error();
    const bool is_cut_short = *performed == CURLE_WRITE_ERROR && read > longest_answer;
    if (*performed != CURLE_OK && !is_cut_short) return failure(*performed);
    return static_cast<int>(status);
}

}  // namespace stepvault
