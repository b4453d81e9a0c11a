// Amounts as people write them on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace stepvault::cli {

/// Steps and epochs that options take.
inline constexpr std::uint64_t most_steps = 1'000'000'000'000'000;

/// The number that `text` begins with, which is taken off it.
std::optional<double> take_number(std::string_view& text);
/// Seconds of "90", "1.5h", "20 ms".
std::optional<double> parse_seconds(std::string_view text);
/// Bytes of "20GiB", "500 MB", "1000", as far as they fit.
std::optional<std::uint64_t> parse_bytes(std::string_view text);
/// Bytes a second of "2GB", "800 MB", "1.5e9".
std::optional<double> parse_rate(std::string_view text);

}  // namespace stepvault::cli
