#include "text_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace stepvault::cli {

namespace {

template <class... Args>
std::string print(const char* format, Args... args) {
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), format, args...);
    return text.data();
}

/// Width on the terminal: code points, not bytes.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

constexpr char32_t no_code_point = 0xFFFFFFFF;

/// The first code point of UTF-8 text and its length in bytes; no_code_point and 1 if the text is invalid
/// there.
std::pair<char32_t, std::size_t> first_code_point(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {no_code_point, 1};
    char32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U) return {no_code_point, 1};
        code = (code << 6U) | (next & 0x3FU);
    }
    constexpr std::array<char32_t, 5> least = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[bytes] || code > 0x10FFFF || is_surrogate) return {no_code_point, 1};
    return {code, bytes};
}

/// C0 and C1 control characters, and marks that change the direction of text or begin a line.
bool acts_on_terminal(char32_t code) {
    return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
           (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string format_step(std::int64_t step) {
    // The smallest step has no positive counterpart.
    auto digits =
        std::to_string(step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return step < 0 ? "-" + digits : digits;
}

std::string format_count(std::uint64_t count) {
    return format_step(static_cast<std::int64_t>(count));
}

std::string format_ratio(std::uint64_t original, std::uint64_t stored) {
    if (stored == 0) return "-";
    return print("%.1fx", static_cast<double>(original) / static_cast<double>(stored));
}

std::string format_stored(std::uint64_t original, std::uint64_t stored) {
    return format_bytes(original) + " in " + format_bytes(stored) + " (" + format_ratio(original, stored) +
           ")";
}

std::string format_fixed(double value, int digits) {
    return print("%.*f", digits, value);
}

std::string format_error(double error) {
    return error == 0 ? "exact" : print("%.2g", error);
}

std::string format_lag(double lag) {
    return std::abs(lag) < 0.005 ? "0" : format_fixed(lag, 2);
}

std::string format_value(const std::optional<double>& value) {
    return value ? print("%.4g", *value) : "-";
}

std::string format_time(double seconds_since_epoch) {
    const auto time = static_cast<std::time_t>(seconds_since_epoch);
    std::tm parts{};
    localtime_r(&time, &parts);
    std::array<char, 64> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
    return text.data();
}

std::string format_shape(const std::vector<std::uint64_t>& shape) {
    std::string text;
    for (const auto n : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(n);
    return text.empty() ? "scalar" : text;
}

std::string name_in_file(const std::string& file, const std::string& name) {
    return file.empty() ? name : file + ": " + name;
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto [code, bytes] = first_code_point(text);
        if (code == no_code_point || acts_on_terminal(code))
            out += '?';
        else
            out += text.substr(0, bytes);
        text.remove_prefix(bytes);
    }
    return out;
}

std::string printable_lines(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\n\t"), text.size());
        out += printable(text.substr(0, end)) + std::string(text.substr(end, 1));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

std::string format_table(Table rows, const std::vector<std::size_t>& left, std::size_t first_width) {
    for (auto& row : rows)
        std::ranges::transform(row, row.begin(), [](const auto& cell) { return printable(cell); });
    std::vector<std::size_t> widths{first_width};
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            const bool to_left = std::find(left.begin(), left.end(), i) != left.end();
            line += (i == 0 ? "" : "  ") + (to_left ? row[i] + padding : padding + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace stepvault::cli
