// Helpers for ASCII text and '/'-joined paths.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace stepvault {

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
/// True for one or more digits and nothing else.
constexpr bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, is_digit);
}

/// True for the control characters of ASCII.
constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

/// Lowers ASCII letters; keeps every other byte.
constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
inline std::string lower_case(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), to_lower);
    return out;
}

/// 16 lower-case hexadecimal digits.
inline std::string hex_digits(std::uint64_t value) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out(16, '0');
    for (auto at = out.rbegin(); value != 0; ++at, value >>= 4U)
        *at = digits[value & 0xFU];
    return out;
}

/// The longest beginning of UTF-8 text that has at most `most` bytes and ends with a whole character.
constexpr std::string_view whole_characters(std::string_view text, std::size_t most) {
    auto size = std::min(text.size(), most);
    if (size == text.size()) return text;
    while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U)
        --size;
    return text.substr(0, size);
}

/// "c" of "a/b/c".
constexpr std::string_view base_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}
/// "a/b/" of "a/b/c"; empty for a name alone.
constexpr std::string_view folder_prefix(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

/// Whether `names` contains exactly `name`.
template <std::size_t N>
constexpr bool is_one_of(std::string_view name, const std::array<std::string_view, N>& names) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace stepvault
