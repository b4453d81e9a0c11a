#include "remote/copy/s3_place.h"

#include <algorithm>
#include <cstdlib>

#include "base/text.h"

namespace stepvault {

namespace {

constexpr std::string_view s3_scheme = "s3://";

Error invalid_place(std::string_view text, const std::string& why) {
    return {ErrorCode::invalid_argument, "\"" + std::string(text) + "\" " + why};
}

bool is_bucket_name(std::string_view name) {
    constexpr std::size_t shortest = 3;
    constexpr std::size_t longest = 63;
    return name.size() >= shortest && name.size() <= longest && std::ranges::all_of(name, [](char c) {
               return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' || c == '.' ||
                      c == '_';
           });
}

bool is_region(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-';
    });
}

bool is_loopback(std::string_view authority) {
    const auto host =
        authority.substr(0, authority.starts_with('[') ? authority.find(']') + 1 : authority.find(':'));
    return host == "localhost" || host == "[::1]" ||
           (host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos);
}

/// The endpoint with a scheme and without a '/' at its end. Its text may hold a password, so it is in no
/// message.
Result<std::string> endpoint_url(std::string endpoint) {
    const bool has_scheme = endpoint.starts_with("http://") || endpoint.starts_with("https://");
    if (!has_scheme) endpoint.insert(0, is_loopback(endpoint) ? "http://" : "https://");
    auto authority = endpoint.substr(endpoint.find("://") + 3);
    const auto scheme = endpoint.substr(0, endpoint.size() - authority.size());
    while (authority.ends_with('/'))
        authority.pop_back();
    const bool is_plain = std::ranges::none_of(authority, [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '\x7f' || c == '@' || c == '?' || c == '#';
    });
    if (authority.empty() || !is_plain || authority.find("://") != std::string::npos) {
        return Error{ErrorCode::invalid_argument,
                     "AWS_ENDPOINT_URL is no address of an S3 server; give one as https://HOST[:PORT], and "
                     "the credentials by AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"};
    }
    return scheme + authority;
}

bool is_one_line(std::string_view text) {
    return std::ranges::none_of(text, [](char c) { return is_control(c); });
}

}  // namespace

std::optional<std::string> environment_of_process(const char* name) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') return {};
    return value;
}

bool is_s3_place(std::string_view text) {
    return text.starts_with(s3_scheme);
}

std::string escape_for_url(std::string_view text, bool keep_slashes) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string escaped;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' ||
                              c == '.' || c == '_' || c == '~' || (c == '/' && keep_slashes);
        if (is_plain)
            escaped += c;
        else
            escaped.append({'%', digits[byte >> 4U], digits[byte & 15U]});
    }
    return escaped;
}

std::string S3Place::name() const {
    return std::string(s3_scheme) + bucket + (prefix.empty() ? "" : "/") + prefix;
}

std::string S3Place::full_key(std::string_view key) const {
    return prefix + (prefix.empty() || key.empty() ? "" : "/") + std::string(key);
}

std::string S3Place::url_of(std::string_view key) const {
    return base_url + "/" + (key.empty() ? "" : escape_for_url(full_key(key), true));
}

Result<S3Place> parse_s3_place(std::string_view text, const Environment& environment) {
    auto rest = text;
    if (!is_s3_place(text)) return invalid_place(text, "is no place in S3; give one as s3://BUCKET/PREFIX");
    rest.remove_prefix(s3_scheme.size());
    S3Place place;
    const auto slash = rest.find('/');
    place.bucket = rest.substr(0, slash);
    if (slash != std::string_view::npos) place.prefix = rest.substr(slash + 1);
    while (place.prefix.ends_with('/'))
        place.prefix.pop_back();
    if (!is_bucket_name(place.bucket))
        return invalid_place(text, "names no bucket; give one as s3://BUCKET/PREFIX");
    const auto parts = "/" + place.prefix + "/";
    if (place.prefix.starts_with('/') || parts.find("/../") != std::string::npos ||
        parts.find("/./") != std::string::npos ||
        (!place.prefix.empty() && parts.find("//") != std::string::npos) || !is_one_line(place.prefix))
        return invalid_place(text, "has a prefix that is no path; give one as s3://BUCKET/PREFIX");
    const auto first_of = [&](const char* first, const char* second) {
        auto value = environment(first);
        return value ? value : environment(second);
    };
    place.region = first_of("AWS_REGION", "AWS_DEFAULT_REGION").value_or("us-east-1");
    if (!is_region(place.region))
        return Error{ErrorCode::invalid_argument, "AWS_REGION names no region; give one such as us-east-1"};
    const auto key_id = environment("AWS_ACCESS_KEY_ID");
    const auto secret = environment("AWS_SECRET_ACCESS_KEY");
    if (!key_id || !secret || !is_one_line(*key_id) || !is_one_line(*secret)) {
        return Error{ErrorCode::invalid_argument, "there are no credentials for " + place.name() +
                                                      "; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"};
    }
    place.credentials = {*key_id, *secret, environment("AWS_SESSION_TOKEN").value_or("")};
    if (!is_one_line(place.credentials.session_token))
        return Error{ErrorCode::invalid_argument, "AWS_SESSION_TOKEN is no token; set it to one line"};
    if (const auto endpoint = first_of("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")) {
        STEPVAULT_ASSIGN(url, endpoint_url(*endpoint));
        place.base_url = url + "/" + place.bucket;
        return place;
    }
    const auto host = "s3." + place.region + ".amazonaws.com";
    // A certificate for all buckets holds for names without points.
    const bool has_point = place.bucket.find('.') != std::string::npos;
    place.base_url =
        has_point ? "https://" + host + "/" + place.bucket : "https://" + place.bucket + "." + host;
    return place;
}

}  // namespace stepvault
