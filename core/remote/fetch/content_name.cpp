#include "remote/fetch/content_name.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "base/xxh3_wide.h"

namespace stepvault {

namespace {

constexpr std::size_t hash_digits = 32;

}  // namespace

bool is_content_hash(std::string_view text) {
    return text.size() == hash_digits &&
           std::ranges::all_of(text, [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

std::string ContentName::text() const {
    return hash + "-" + std::to_string(bytes);
}

Result<ContentName> ContentName::parse(std::string_view text) {
    const Error damaged{ErrorCode::corrupt,
                        "\"" + std::string(text.substr(0, 80)) + "\" does not name a content"};
    const auto hash = text.substr(0, hash_digits);
    if (!is_content_hash(hash) || text.size() < hash_digits + 2 || text[hash_digits] != '-') return damaged;
    const auto number = text.substr(hash_digits + 1);
    ContentName name{.hash = std::string(hash)};
    const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), name.bytes);
    if (failed != std::errc() || end != number.data() + number.size() || name.bytes > most_bytes ||
        name.text() != text)
        return damaged;
    return name;
}

Result<ContentName> name_content(const File& file, std::uint64_t bytes,
                                 const std::function<Status(std::uint64_t bytes)>& progress) {
    Bytes buffer(std::min(bytes, std::uint64_t{1} << 20U));
    Xxh3Wide hash;
    for (std::uint64_t at = 0; at < bytes;) {
        const auto part = MutableByteView(buffer).first(std::min<std::uint64_t>(buffer.size(), bytes - at));
        STEPVAULT_TRY(file.read_exact(at, part));
        hash.update(part);
        at += part.size();
        STEPVAULT_TRY(progress(part.size()));
    }
    return ContentName{hash.digest(), bytes};
}

}  // namespace stepvault
