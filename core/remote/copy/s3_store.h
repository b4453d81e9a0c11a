#pragma once

#include <chrono>
#include <memory>

#include "remote/copy/copy_store.h"
#include "remote/copy/s3_place.h"

namespace stepvault {

/// A copy in a bucket of an S3 server. Tries again after failures that may pass.
class S3Store final : public CopyStore {
 public:
    struct Options {
        HttpPatience patience{};
        int attempts = 6;
        std::chrono::milliseconds first_pause{500};  ///< doubles with each attempt
        /// A larger file is sent in parts of this size or larger, each with attempts of its own.
        std::uint64_t part_bytes = std::uint64_t{128} << 20;
    };
    /// ErrorCode::unsupported without libcurl.
    static Result<std::unique_ptr<S3Store>> open(S3Place place, const Options& options);
    /// The same with the usual options.
    static Result<std::unique_ptr<S3Store>> open(S3Place place) { return open(std::move(place), Options()); }

    [[nodiscard]] std::string name() const override { return place_.name(); }
    Result<std::vector<Object>> list(std::string_view prefix, const JobContext& job) override;
    Status get(const std::string& key, std::uint64_t offset, const Sink& sink,
               const JobContext& job) override;
    /// ErrorCode::limit for more than 5 TiB, which servers do not take in one object.
    Status put(const std::string& key, const File& file, std::uint64_t bytes, const JobContext& job) override;
    Status put_bytes(const std::string& key, std::string_view bytes, const JobContext& job) override;
    Status remove(const std::string& key, const JobContext& job) override;

 private:
    S3Store(S3Place place, const Options& options, std::unique_ptr<HttpClient> client)
        : place_(std::move(place)), options_(options), client_(std::move(client)) {}
    /// Sends a request until its answer is final, a success. `prepare` runs before each attempt. Errors name
    /// `key`.
    Result<HttpClient::Answer> request(HttpCall call, const std::string& key, const HttpClient::Sink& sink,
                                       const std::function<void(HttpCall&)>& prepare, const JobContext& job);
    [[nodiscard]] Error refusal(const HttpClient::Answer& answer, const std::string& key) const;
    Status put_body(const std::string& key, HttpCall call, const JobContext& job);
    /// Sends a file in parts (CreateMultipartUpload), which the server puts together at once.
    Status put_parts(const std::string& key, const File& file, std::uint64_t bytes, const JobContext& job);
    Result<std::string> begin_parts(const std::string& key, const JobContext& job);
    /// Returns the list of parts as the server wants it.
    Result<std::string> send_parts(const std::string& key, const std::string& upload, const File& file,
                                   std::uint64_t bytes, const JobContext& job);
    /// `parts`: as send_parts() returns it; `bytes`: of the whole file.
    Status finish_parts(const std::string& key, const std::string& upload, const std::string& parts,
                        std::uint64_t bytes, const JobContext& job);
    /// The query of the URL names the upload.
    [[nodiscard]] std::string url_of_upload(const std::string& key, const std::string& upload) const;
    Result<std::string> list_page(std::string_view prefix, const std::string& token, const JobContext& job);

    S3Place place_;
    Options options_;
    std::unique_ptr<HttpClient> client_;
};

}  // namespace stepvault
