#include "remote/copy/http_client.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>

#include "base/blocked_sigpipe.h"
#include "base/text.h"
#include "notify/curl_handles.h"
#include "notify/http_post.h"

namespace stepvault {

namespace {

constexpr std::size_t longest_reason = std::size_t{1} << 16;
constexpr long slow_bytes_a_second = 1000;
constexpr int first_success = 200;
constexpr int after_success = 300;
/// The body is covered by the connection and by Stepvault's own checksum; a SHA-256 of it would need a second
/// pass over the file.
constexpr const char* unsigned_body = "x-amz-content-sha256: UNSIGNED-PAYLOAD";

/// The state of one request, which libcurl's callbacks work on.
struct Transfer {
    const HttpCall& call;
    const HttpClient::Sink& sink;
    const JobContext& job;
    CURL* easy = nullptr;
    std::uint64_t sent = 0;
    std::string etag{};
    std::string text{};
    std::optional<Error> error{};

    std::size_t take(ByteView bytes) {
        long status = 0;
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
        if (status < first_success || status >= after_success) {
            text += as_text(bytes.first(std::min(bytes.size(), longest_reason - text.size())));
            return bytes.size();
        }
        if (auto taken = sink(static_cast<int>(status), bytes); !taken) {
            error = taken.error();
            return 0;
        }
        return bytes.size();
    }
    std::size_t give(MutableByteView out) {
        const auto part = out.first(std::min<std::uint64_t>(out.size(), call.body_bytes - sent));
        if (part.empty()) return 0;
        auto given = call.body(sent, part);
        if (!given) {
            error = given.error();
            return CURL_READFUNC_ABORT;
        }
        sent += *given;
        job.report({.done = sent, .total = call.body_bytes, .item = {}});
        return *given;
    }
};

std::size_t take_body(char* data, std::size_t size, std::size_t count, void* transfer) try {
    return static_cast<Transfer*>(transfer)->take(as_view(std::string_view(data, size * count)));
} catch (const std::exception&) {
    return 0;
}

std::size_t take_header(char* data, std::size_t size, std::size_t count, void* transfer) try {
    constexpr std::string_view name = "etag:";
    std::string_view line(data, size * count);
    if (lower_case(line.substr(0, name.size())) != name) return size * count;
    line.remove_prefix(name.size());
    const auto begin = line.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos) return size * count;
    const auto end = line.find_last_not_of(" \t\r\n");
    static_cast<Transfer*>(transfer)->etag = line.substr(begin, end - begin + 1);
    return size * count;
} catch (const std::exception&) {
    return 0;
}

std::size_t give_body(char* data, std::size_t size, std::size_t count, void* transfer) try {
    auto* bytes = reinterpret_cast<std::byte*>(data);
    return static_cast<Transfer*>(transfer)->give({bytes, size * count});
} catch (const std::exception&) {
    return CURL_READFUNC_ABORT;
}

/// libcurl begins again where a kept connection was closed meanwhile.
int seek_body(void* transfer, curl_off_t offset, int origin) {
    if (origin != SEEK_SET || offset < 0) return CURL_SEEKFUNC_FAIL;
    static_cast<Transfer*>(transfer)->sent = static_cast<std::uint64_t>(offset);
    return CURL_SEEKFUNC_OK;
}

class CurlClient final : public HttpClient {
 public:
    CurlClient(S3Credentials credentials, HttpPatience patience)
        : credentials_(std::move(credentials)), patience_(patience), multi_(curl_multi_init()) {}

    Result<Answer> call(const HttpCall& call, const Sink& sink, const JobContext& job) override {
        const BlockedSigpipe blocked;
        const curl::Easy easy(curl_easy_init());
        const auto headers = headers_of(call);
        const Error out_of_memory{ErrorCode::limit, "out of memory"};
        if (!multi_ || !easy || !headers) return out_of_memory;
        Transfer transfer{.call = call, .sink = sink, .job = job, .easy = easy.get()};
        STEPVAULT_TRY(set_up(easy.get(), call, headers.get(), transfer));
        if (curl_multi_add_handle(multi_.get(), easy.get()) != CURLM_OK) return out_of_memory;
        const auto performed = curl::perform(multi_.get(), job.stop);
        long status = 0;
        curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &status);
        curl_multi_remove_handle(multi_.get(), easy.get());
        if (!performed) return performed.error();
        if (transfer.error) return *transfer.error;
        if (*performed == CURLE_OPERATION_TIMEDOUT) return Answer{0, {}, "no answer in time"};
        // Only texts that libcurl has ready: those of a transfer may name parts of the URL.
        if (*performed != CURLE_OK) return Answer{0, {}, curl_easy_strerror(*performed)};
        return Answer{static_cast<int>(status), std::move(transfer.etag), std::move(transfer.text)};
    }

 private:
    [[nodiscard]] curl::Headers headers_of(const HttpCall& call) const {
        curl::Headers list;
        if (!curl::append(list, unsigned_body)) return nullptr;
        if (!credentials_.session_token.empty() &&
            !curl::append(list, ("x-amz-security-token: " + credentials_.session_token).c_str()))
            return nullptr;
        for (const auto& [name, value] : call.headers) {
            if (!curl::append(list, (name + ": " + value).c_str())) return nullptr;
        }
        return list;
    }

    Status set_up(CURL* easy, const HttpCall& call, curl_slist* headers, Transfer& transfer) const {
        curl::set_up_request(easy, call.url, headers);
        curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, static_cast<long>(patience_.connect.count()));
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, slow_bytes_a_second);
        curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, static_cast<long>(patience_.stalled.count()));
        curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
        curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
        curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
        curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfer);
        curl_easy_setopt(easy, CURLOPT_USERNAME, credentials_.key_id.c_str());
        curl_easy_setopt(easy, CURLOPT_PASSWORD, credentials_.secret.c_str());
        const auto signature = "aws:amz:" + call.region + ":s3";
        if (curl_easy_setopt(easy, CURLOPT_AWS_SIGV4, signature.c_str()) != CURLE_OK)
            return Error{ErrorCode::unsupported,
                         "this machine's libcurl cannot sign requests for S3; install libcurl 7.86 or newer"};
        if (call.method == "GET") return {};
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, call.method.c_str());
        if (call.method == "DELETE") return {};
        curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, static_cast<curl_off_t>(call.body_bytes));
        curl_easy_setopt(easy, CURLOPT_READFUNCTION, give_body);
        curl_easy_setopt(easy, CURLOPT_READDATA, &transfer);
        curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek_body);
        curl_easy_setopt(easy, CURLOPT_SEEKDATA, &transfer);
        return {};
    }

    S3Credentials credentials_;
    HttpPatience patience_;
    curl::Multi multi_;  ///< keeps the connections
};

}  // namespace

Result<std::unique_ptr<HttpClient>> HttpClient::create(S3Credentials credentials, HttpPatience patience) {
    if (!can_post()) {
        return Error{ErrorCode::unsupported, "the library libcurl.so.4, which s3:// needs, is not installed"};
    }
    return std::unique_ptr<HttpClient>(
        std::make_unique<CurlClient>(std::move(credentials), std::move(patience)));
}

}  // namespace stepvault
