#include "remote/copy/s3_listing.h"

#include <array>
#include <charconv>
#include <ctime>
#include <optional>
#include <utility>

namespace stepvault {

namespace {

Error no_listing() {
    return {ErrorCode::corrupt, "the answer is not a list of objects"};
}

/// The raw text of the next element of that name from `at` on, which moves behind it; nullopt for none.
std::optional<std::string_view> next_element(std::string_view xml, std::string_view name, std::size_t& at) {
    const auto open = "<" + std::string(name) + ">";
    const auto close = "</" + std::string(name) + ">";
    const auto begin = xml.find(open, at);
    if (begin == std::string_view::npos) return {};
    const auto end = xml.find(close, begin);
    if (end == std::string_view::npos) return {};
    at = end + close.size();
    return xml.substr(begin + open.size(), end - begin - open.size());
}

std::string unescaped_xml(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, char>, 5> entities{
        {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}}};
    std::string plain;
    while (!text.empty()) {
        std::size_t used = 1;
        char c = text.front();
        for (const auto& [entity, meant] : entities) {
            if (!text.starts_with(entity)) continue;
            used = entity.size();
            c = meant;
        }
        plain += c;
        text.remove_prefix(used);
    }
    return plain;
}

/// "2026-11-28T23:37:57.000Z" as seconds since the epoch.
std::optional<double> time_of(const std::string& text) {
    std::tm time{};
    const char* end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &time);
    if (end == nullptr || (*end != '.' && *end != 'Z')) return {};
    return static_cast<double>(::timegm(&time));
}

std::optional<std::uint64_t> size_of_object(std::string_view text) {
    std::uint64_t size = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (failed != std::errc() || end != text.data() + text.size()) return {};
    return size;
}

}  // namespace

std::string s3_element(std::string_view xml, std::string_view name) {
    std::size_t at = 0;
    const auto text = next_element(xml, name, at);
    return text ? unescaped_xml(*text) : std::string();
}

Result<S3Listing> S3Listing::parse(std::string_view xml) {
    if (xml.find("<ListBucketResult") == std::string_view::npos ||
        xml.find("</ListBucketResult>") == std::string_view::npos)
        return no_listing();
    S3Listing page;
    std::size_t at = 0;
    while (const auto contents = next_element(xml, "Contents", at)) {
        const auto size = size_of_object(s3_element(*contents, "Size"));
        const auto modified = time_of(s3_element(*contents, "LastModified"));
        auto key = s3_element(*contents, "Key");
        if (!size || !modified || key.empty()) return no_listing();
        page.objects.push_back({std::move(key), *size, *modified});
    }
    if (s3_element(xml, "IsTruncated") != "true") return page;
    page.next = s3_element(xml, "NextContinuationToken");
    if (page.next.empty()) return no_listing();
    return page;
}

}  // namespace stepvault
