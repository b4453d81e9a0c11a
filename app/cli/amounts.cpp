#include "amounts.h"

#include <charconv>
#include <span>
#include <utility>

namespace stepvault::cli {

namespace {

using Unit = std::pair<std::string_view, double>;

std::optional<double> parse(std::string_view text, std::span<const Unit> units) {
    const auto value = take_number(text);
    while (text.starts_with(' '))
        text.remove_prefix(1);
    if (!value) return {};
    for (const auto& [name, size] : units) {
        if (name == text) return *value * size;
    }
    return {};
}

}  // namespace

std::optional<double> take_number(std::string_view& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

std::optional<double> parse_seconds(std::string_view text) {
    constexpr Unit units[] = {{"", 1},   {"s", 1},    {"ms", 1e-3}, {"min", 60},
                              {"m", 60}, {"h", 3600}, {"d", 86400}, {"us", 1e-6}};
    return parse(text, units);
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
    constexpr Unit units[] = {{"", 1},         {"B", 1},       {"kB", 1e3},     {"MB", 1e6},
                              {"GB", 1e9},     {"TB", 1e12},   {"KiB", 0x1p10}, {"MiB", 0x1p20},
                              {"GiB", 0x1p30}, {"TiB", 0x1p40}};
    const auto bytes = parse(text, units);
    if (!bytes || !(*bytes >= 0 && *bytes < 0x1p63)) return {};
    return static_cast<std::uint64_t>(*bytes);
}

std::optional<double> parse_rate(std::string_view text) {
    constexpr Unit units[] = {{"", 1}, {"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}};
    return parse(text, units);
}

}  // namespace stepvault::cli
