// Sending large files to S3 in parts.
#include <algorithm>
#include <cstring>

#include "base/part_progress.h"
#include "remote/copy/s3_listing.h"
#include "remote/copy/s3_store.h"

namespace stepvault {

namespace {

constexpr std::uint64_t most_parts = 10000;

/// For the answers of the server, which are short.
HttpClient::Sink into_text(std::string& text) {
    constexpr std::size_t longest = std::size_t{1} << 20;
    return [&text](int, ByteView bytes) -> Status {
        if (bytes.size() > longest - text.size())
            return Error{ErrorCode::corrupt, "the answer of the S3 server is too long"};
        text += as_text(bytes);
        return {};
    };
}

}  // namespace

std::string S3Store::url_of_upload(const std::string& key, const std::string& upload) const {
    return place_.url_of(key) + "?uploadId=" + escape_for_url(upload, false);
}

Result<std::string> S3Store::begin_parts(const std::string& key, const JobContext& job) {
    std::string text;
    HttpCall call{.method = "POST", .url = place_.url_of(key) + "?uploads="};
    STEPVAULT_TRY(request(
        std::move(call), key, into_text(text), [&](HttpCall&) { text.clear(); }, job));
    auto upload = s3_element(text, "UploadId");
    if (upload.empty())
        return Error{ErrorCode::unsupported, place_.name() +
                                                 ": the server takes no file in parts; copy to a "
                                                 "folder, or to another server"};
    return upload;
}

Result<std::string> S3Store::send_parts(const std::string& key, const std::string& upload, const File& file,
                                        std::uint64_t bytes, const JobContext& job) {
    const auto size = std::max(options_.part_bytes, bytes / most_parts + 1);
    std::string parts = "<CompleteMultipartUpload>";
    PartProgress progress(job);
    progress.expect(bytes);
    std::uint64_t number = 1;
    for (std::uint64_t begin = 0; begin < bytes; begin += size, ++number) {
        const auto digits = std::to_string(number);
        HttpCall call{.method = "PUT", .body_bytes = std::min(size, bytes - begin)};
        // In the order of the names, which the signature needs.
        call.url =
            place_.url_of(key) + "?partNumber=" + digits + "&uploadId=" + escape_for_url(upload, false);
        call.body = [&file, begin](std::uint64_t offset, MutableByteView out) -> Result<std::size_t> {
            STEPVAULT_TRY(file.read_exact(begin + offset, out));
            return out.size();
        };
        progress.begin(call.body_bytes);
        STEPVAULT_ASSIGN(
            answer, request(
                        std::move(call), key, [](int, ByteView) { return Status(); }, {}, progress.job()));
        if (answer.etag.empty() || answer.etag.find_first_of("<&") != std::string::npos)
            return Error{ErrorCode::corrupt,
                         place_.name() + ": the server does not name the part it received"};
        parts += "<Part><PartNumber>" + digits + "</PartNumber><ETag>" + answer.etag + "</ETag></Part>";
    }
    progress.end();
    return parts + "</CompleteMultipartUpload>";
}

Status S3Store::finish_parts(const std::string& key, const std::string& upload, const std::string& parts,
                             std::uint64_t bytes, const JobContext& job) {
    std::string text;
    HttpCall call{.method = "POST", .url = url_of_upload(key, upload), .body_bytes = parts.size()};
    call.body = [&parts](std::uint64_t offset, MutableByteView out) -> Result<std::size_t> {
        std::memcpy(out.data(), parts.data() + offset, out.size());
        return out.size();
    };
    // Its progress is not that of the file.
    const JobContext silent{job.stop, nullptr};
    const auto answer = request(
        std::move(call), key, into_text(text), [&](HttpCall&) { text.clear(); }, silent);
    if (!answer && answer.error().code == ErrorCode::not_found) {
        // An attempt before succeeded, but its answer was lost.
        STEPVAULT_ASSIGN(objects, list(key, job));
        const bool is_there = std::ranges::any_of(
            objects, [&](const Object& object) { return object.key == key && object.bytes == bytes; });
        return is_there ? Status() : answer.error();
    }
    if (!answer) return answer.error();
    // A failure while the server puts the parts together comes after the status.
    if (text.find("<CompleteMultipartUploadResult") != std::string::npos) return {};
    const auto code = s3_element(text, "Code");
    return Error{ErrorCode::io, place_.name() + "/" + key + ": the server did not put the parts together (" +
                                    code.substr(0, 64) + "); run it again"};
}

Status S3Store::put_parts(const std::string& key, const File& file, std::uint64_t bytes,
                          const JobContext& job) {
    STEPVAULT_ASSIGN(upload, begin_parts(key, job));
    const auto send = [&]() -> Status {
        STEPVAULT_ASSIGN(parts, send_parts(key, upload, file, bytes, job));
        return finish_parts(key, upload, parts, bytes, job);
    };
    auto sent = send();
    if (sent) return sent;
    // Parts that nobody puts together take space until they are dropped, also after a stop.
    HttpCall drop{.method = "DELETE", .url = url_of_upload(key, upload), .region = place_.region};
    (void)client_->call(drop, [](int, ByteView) { return Status(); }, {});
    return sent;
}

}  // namespace stepvault
