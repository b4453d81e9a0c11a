// Formats numbers and tables for people, in the same way in all reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_text.h"

namespace stepvault::cli {

std::string format_step(std::int64_t step);                               ///< "4,200"
std::string format_count(std::uint64_t count);                            ///< the same
std::string format_ratio(std::uint64_t original, std::uint64_t stored);   ///< "36.3x"
std::string format_stored(std::uint64_t original, std::uint64_t stored);  ///< "4 MiB in 1 MiB (4.0x)"
std::string format_fixed(double value, int digits);                       ///< "0.50" with two digits
std::string format_error(double error);                                   ///< "0.45", "exact" for 0
std::string format_lag(double lag);                                       ///< "0.21", "0" for next to nothing
std::string format_value(const std::optional<double>& value);             ///< "2.113", "-" for none
std::string format_time(double seconds_since_epoch);                      ///< local time
std::string format_shape(const std::vector<std::uint64_t>& shape);        ///< "256 x 128", "scalar"

/// `file` in front of the name if the checkpoint has several files.
std::string name_in_file(const std::string& file, const std::string& name);

/// Replaces bytes that are not UTF-8, and characters with which a hostile file could control the terminal, by
/// '?'.
std::string printable(std::string_view text);

/// printable(), but keeps line ends and tabs.
std::string printable_lines(std::string_view text);

using Table = std::vector<std::vector<std::string>>;  ///< rows of cells

/// Pads each column to its widest cell. The columns in `left` are aligned to the left, all others to the
/// right. Cells are made printable(). `first_width`: the least width of the first column.
std::string format_table(Table rows, const std::vector<std::size_t>& left, std::size_t first_width = 0);

}  // namespace stepvault::cli
