// Numbers as people read them; the same in all reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_text.h"

namespace stepvault::cli {

std::string format_step(std::int64_t step);                              ///< "4,200"
std::string format_ratio(std::uint64_t original, std::uint64_t stored);  ///< "36.3x"
std::string format_fixed(double value, int digits);                      ///< "0.50" with two digits
std::string format_error(double error);                                  ///< "0.45", "exact" for 0
std::string format_value(const std::optional<double>& value);            ///< "2.113", "-" for none
std::string format_time(double seconds_since_epoch);                     ///< local time
std::string format_shape(const std::vector<std::uint64_t>& shape);       ///< "256 x 128", "scalar"

/// Without control characters, which a hostile file could send to the terminal.
std::string printable(std::string_view text);

/// Columns padded to their widest cell; all but those of `left` aligned to the right. Cells are made
/// printable.
std::string format_table(std::vector<std::vector<std::string>> rows, const std::vector<std::size_t>& left);

}  // namespace stepvault::cli
