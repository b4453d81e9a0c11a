#include "base/utf8.h"

#include <cstddef>
#include <cstdint>

namespace stepvault {

namespace {

/// Bytes of the valid sequence at `at`, 0 if there is none: no overlong forms, no surrogates, nothing beyond
/// U+10FFFF.
std::size_t sequence_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
    const auto lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - at < length) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80) return 0;
    }
    const bool overlong = (lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xF0 && byte(1) < 0x90);
    const bool beyond = (lead == 0xED && byte(1) > 0x9F) || (lead == 0xF4 && byte(1) > 0x8F);
    return overlong || beyond ? 0 : length;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const auto length = sequence_length(text, at);
        result += length > 0 ? text.substr(at, length) : std::string_view("\xEF\xBF\xBD");
        at += length > 0 ? length : 1;
    }
    return result;
}

}  // namespace stepvault
