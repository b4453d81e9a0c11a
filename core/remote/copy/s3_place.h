#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "remote/copy/http_client.h"

namespace stepvault {

/// A bucket of an S3 server and a prefix in it.
struct S3Place {
    std::string bucket;
    std::string prefix;  ///< without '/' at its ends; may be empty
    std::string region;
    std::string base_url;  ///< of the bucket, without '/' at its end
    S3Credentials credentials;

    /// "s3://bucket/prefix".
    [[nodiscard]] std::string name() const;
    /// The URL of an object, or of the bucket for an empty key.
    [[nodiscard]] std::string url_of(std::string_view key) const;
    /// The key in the bucket of a key below the prefix.
    [[nodiscard]] std::string full_key(std::string_view key) const;
};

/// A variable of the environment; nullopt if it is unset or empty.
using Environment = std::function<std::optional<std::string>(const char* name)>;
/// The environment of this process.
std::optional<std::string> environment_of_process(const char* name);

/// True for texts that begin with "s3://".
bool is_s3_place(std::string_view text);
/// Reads "s3://bucket/prefix", and endpoint, region and credentials from the environment, as the tools of AWS
/// do. Without a scheme, an endpoint on the loopback device is taken as http, any other as https.
/// ErrorCode::invalid_argument.
Result<S3Place> parse_s3_place(std::string_view text, const Environment& environment);

/// Escapes all but letters, digits, '-', '.', '_' and '~', and '/' where `keep_slashes` is set, as signatures
/// want it.
std::string escape_for_url(std::string_view text, bool keep_slashes);

}  // namespace stepvault
