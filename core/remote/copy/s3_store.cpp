#include "remote/copy/s3_store.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <mutex>

#include "base/byte_text.h"
#include "remote/copy/s3_listing.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_object = std::uint64_t{5} << 40;
constexpr std::size_t largest_page = std::size_t{32} << 20;
constexpr std::size_t most_pages = 10000;

constexpr int status_partial = 206;
constexpr int status_moved = 300;
constexpr int status_bad_request = 400;
constexpr int status_unauthorized = 401;
constexpr int status_forbidden = 403;
constexpr int status_not_found = 404;
constexpr int status_timeout = 408;
constexpr int status_conflict = 409;
constexpr int status_too_many = 429;
constexpr int status_server_fault = 500;

bool is_success(int status) {
    return status >= 200 && status < status_moved;
}

bool may_pass(int status) {
    return status == 0 || status == status_timeout || status == status_conflict ||
           status == status_too_many || status >= status_server_fault;
}

/// ErrorCode::cancelled if the job is stopped meanwhile.
Status wait_for(std::chrono::milliseconds pause, const JobContext& job) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any never;
    never.wait_for(lock, job.stop, pause, [] { return false; });
    return job.check();
}

Status ignore_body(int, ByteView) {
    return {};
}

}  // namespace

Result<std::unique_ptr<S3Store>> S3Store::open(S3Place place, const Options& options) {
    STEPVAULT_ASSIGN(client, HttpClient::create(place.credentials, options.patience));
    return std::unique_ptr<S3Store>(new S3Store(std::move(place), options, std::move(client)));
}

Error S3Store::refusal(const HttpClient::Answer& answer, const std::string& key) const {
    const auto code = s3_element(answer.text, "Code");
    const auto place = place_.name() + (key.empty() ? "" : "/") + key;
    const auto said =
        " (" + std::to_string(answer.status) + (code.empty() ? "" : " ") + code.substr(0, 64) + ")";
    if (answer.status == 0) {
        return {ErrorCode::io, "cannot reach " + place_.name() + ": " + answer.text +
                                   "; look at the network and at AWS_ENDPOINT_URL, and run it again"};
    }
    if (code == "NoSuchBucket")
        return {ErrorCode::invalid_argument,
                "there is no bucket " + place_.bucket + said + "; make it, or look at AWS_ENDPOINT_URL"};
    if (answer.status == status_not_found) return {ErrorCode::not_found, place + " does not exist" + said};
    if (code == "RequestTimeTooSkewed")
        return {ErrorCode::permission, place + " is refused" + said + "; set this machine's clock right"};
    if (code == "ExpiredToken" || code == "TokenRefreshRequired")
        return {ErrorCode::permission, place + " is refused" + said + "; get new credentials"};
    if (answer.status == status_forbidden || answer.status == status_unauthorized) {
        return {ErrorCode::permission,
                place + " is refused" + said +
                    "; look at AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do there"};
    }
    if (answer.status < status_bad_request || code == "AuthorizationHeaderMalformed" ||
        code == "IllegalLocationConstraintException")
        return {ErrorCode::io,
                place_.name() + " is in another region" + said + "; set AWS_REGION to its own"};
    if (may_pass(answer.status)) {
        return {ErrorCode::io, place + ": the server failed again and again" + said + "; run it again later"};
    }
    return {ErrorCode::io, place + " is refused" + said + "; look at the server's log"};
}

Result<HttpClient::Answer> S3Store::request(HttpCall call, const std::string& key,
                                            const HttpClient::Sink& sink,
                                            const std::function<void(HttpCall&)>& prepare,
                                            const JobContext& job) {
    call.region = place_.region;
    auto pause = options_.first_pause;
    for (int attempt = 1;; ++attempt, pause *= 2) {
        STEPVAULT_TRY(job.check());
        if (prepare) prepare(call);
        STEPVAULT_ASSIGN(answer, client_->call(call, sink, job));
        if (is_success(answer.status)) return std::move(answer);
        if (!may_pass(answer.status) || attempt >= options_.attempts) return refusal(answer, key);
        STEPVAULT_TRY(wait_for(pause, job));
    }
}

Result<std::string> S3Store::list_page(std::string_view prefix, const std::string& token,
                                       const JobContext& job) {
    HttpCall call{.url = place_.url_of({}) + "?"};
    // In the order of the names, which the signature needs.
    if (!token.empty()) call.url += "continuation-token=" + escape_for_url(token, false) + "&";
    call.url += "list-type=2&prefix=" + escape_for_url(prefix, false);
    std::string xml;
    const auto take = [&](int, ByteView bytes) -> Status {
        if (bytes.size() > largest_page - xml.size())
            return Error{ErrorCode::limit, "the list of " + place_.name() + " is too long"};
        xml += as_text(bytes);
        return {};
    };
    STEPVAULT_TRY(request(
        call, {}, take, [&](HttpCall&) { xml.clear(); }, job));
    return xml;
}

Result<std::vector<CopyStore::Object>> S3Store::list(std::string_view prefix, const JobContext& job) {
    const auto below = place_.prefix.empty() ? std::string() : place_.prefix + "/";
    std::vector<Object> objects;
    std::string token;
    for (std::size_t pages = 0; pages < most_pages; ++pages) {
        STEPVAULT_ASSIGN(xml, list_page(below + std::string(prefix), token, job));
        auto page = S3Listing::parse(xml);
        if (!page) return page.error().within(place_.name());
        for (auto& object : page->objects) {
            if (!object.key.starts_with(below)) continue;
            object.key.erase(0, below.size());
            if (object.key.starts_with(prefix)) objects.push_back(std::move(object));
        }
        if (page->next.empty()) return objects;
        if (page->next == token) break;
        token = page->next;
    }
    return Error{ErrorCode::corrupt, "the list of " + place_.name() + " never ends; look at the server"};
}

Status S3Store::get(const std::string& key, std::uint64_t offset, const Sink& sink, const JobContext& job) {
    HttpCall call{.url = place_.url_of(key)};
    std::uint64_t at = offset;   // of the next byte for the sink
    std::uint64_t received = 0;  // position of the answer's next byte in the object
    bool is_begun = false;
    const auto prepare = [&](HttpCall& next) {
        next.headers.clear();
        if (at > 0) next.headers.emplace_back("Range", "bytes=" + std::to_string(at) + "-");
        is_begun = false;
    };
    const auto take = [&](int status, ByteView bytes) -> Status {
        // A server may ignore the range.
        if (!is_begun) received = status == status_partial ? at : 0;
        is_begun = true;
        const auto end = received + bytes.size();
        const auto fresh = end > at ? bytes.last(end - std::max(at, received)) : ByteView();
        received = end;
        if (fresh.empty()) return {};
        at = end;
        return sink(fresh);
    };
    const auto answer = request(call, key, take, prepare, job);
    return answer ? Status() : answer.error();
}

Status S3Store::put_body(const std::string& key, HttpCall call, const JobContext& job) {
    call.method = "PUT";
    call.url = place_.url_of(key);
    const auto answer = request(std::move(call), key, ignore_body, {}, job);
    return answer ? Status() : answer.error();
}

Status S3Store::put(const std::string& key, const File& file, std::uint64_t bytes, const JobContext& job) {
    if (bytes > largest_object) {
        return Error{ErrorCode::limit, file.path().native() + " has " + format_bytes(bytes) + ", and " +
                                           place_.name() +
                                           " takes at most 5 TiB in one object; copy this run to a folder"};
    }
    if (bytes > options_.part_bytes) return put_parts(key, file, bytes, job);
    HttpCall call{.body_bytes = bytes};
    call.body = [&](std::uint64_t offset, MutableByteView out) -> Result<std::size_t> {
        STEPVAULT_TRY(file.read_exact(offset, out));
        return out.size();
    };
    return put_body(key, std::move(call), job);
}

Status S3Store::put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) {
    HttpCall call{.body_bytes = bytes.size()};
    call.body = [bytes](std::uint64_t offset, MutableByteView out) -> Result<std::size_t> {
        std::memcpy(out.data(), bytes.data() + offset, out.size());
        return out.size();
    };
    // The progress of the whole job is that of its files.
    return put_body(key, std::move(call), {job.stop, nullptr});
}

Status S3Store::remove(const std::string& key, const JobContext& job) {
    HttpCall call{.method = "DELETE", .url = place_.url_of(key)};
    const auto answer = request(std::move(call), key, ignore_body, {}, job);
    return answer || answer.error().code == ErrorCode::not_found ? Status() : answer.error();
}

}  // namespace stepvault
