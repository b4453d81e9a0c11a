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

}  // namespace

std::string format_step(std::int64_t step) {
    auto digits = std::to_string(std::abs(step));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return step < 0 ? "-" + digits : digits;
}

std::string format_ratio(std::uint64_t original, std::uint64_t stored) {
    if (stored == 0) return "-";
    return print("%.1fx", static_cast<double>(original) / static_cast<double>(stored));
}

std::string format_fixed(double value, int digits) {
    return print("%.*f", digits, value);
}

std::string format_error(double error) {
    return error == 0 ? "exact" : print("%.2g", error);
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

std::string printable(std::string_view text) {
    std::string out(text);
    std::ranges::replace_if(
        out, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }, '?');
    return out;
}

std::string format_table(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& left) {
    for (auto& row : rows)
        std::ranges::transform(row, row.begin(), [](const auto& cell) { return printable(cell); });
    std::vector<std::size_t> widths;
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
