// Parses amounts on the command line, such as times, sizes and rates.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepvault::cli {

/// The largest step that options take; exact as a double.
inline constexpr std::uint64_t most_steps = 1'000'000'000'000'000;

/// Returns the number at the beginning of `text` and removes it from `text`; nullopt if there is none.
std::optional<double> take_number(std::string_view& text);
/// Converts "90", "1.5h" or "20 ms" to seconds; nullopt for other text.
std::optional<double> parse_seconds(std::string_view text);
/// Converts "20GiB", "500 MB" or "1000" to bytes; nullopt for other text, negative sizes, and 2^63 or more.
std::optional<std::uint64_t> parse_bytes(std::string_view text);
/// Converts "2GB", "800 MB" or "1.5e9" to bytes per second; nullopt for other text.
std::optional<double> parse_rate(std::string_view text);

}  // namespace stepvault::cli
