#include "vault/format/json_text.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace stepvault {

namespace {

/// Length of the well-formed UTF-8 sequence that `text` begins with, 0 for none.
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const auto b = byte(0);
    if (b < 0x80) return 1;
    const std::size_t n = b >= 0xC2 && b <= 0xDF   ? 2
                          : b >= 0xE0 && b <= 0xEF ? 3
                          : b >= 0xF0 && b <= 0xF4 ? 4
                                                   : 0;
    if (n == 0 || text.size() < n) return 0;
    for (std::size_t i = 1; i < n; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return 0;
    }
    const auto second = byte(1);
    const bool overlong = (b == 0xE0 && second < 0xA0) || (b == 0xF0 && second < 0x90);
    const bool outside = (b == 0xED && second > 0x9F) || (b == 0xF4 && second > 0x8F);
    return overlong || outside ? 0 : n;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string escape_bytes(std::string_view bytes) {
    std::string out;
    while (!bytes.empty()) {
        const auto n = bytes[0] == '%' ? 0 : utf8_length(bytes);
        if (n > 0) {
            out += bytes.substr(0, n);
            bytes.remove_prefix(n);
            continue;
        }
        std::array<char, 4> code{};
        std::snprintf(code.data(), code.size(), "%%%02X",
                      static_cast<unsigned>(static_cast<std::uint8_t>(bytes[0])));
        out += code.data();
        bytes.remove_prefix(1);
    }
    return out;
}

Result<std::string> unescape_bytes(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
        if (high < 0 || low < 0) return Error{ErrorCode::corrupt, "a name is not escaped as it should be"};
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

}  // namespace stepvault
