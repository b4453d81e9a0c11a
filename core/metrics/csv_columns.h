// What the first line of a table says.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepvault {

struct CsvColumns {
    char separator = ',';
    std::vector<std::string> names;   ///< as tags; an empty name is left out
    std::optional<std::size_t> step;  ///< of all that say step the strongest (step_rank)
    std::optional<std::size_t> time;
    bool hold_metrics =
        false;  ///< there is a step, or a loss, for which rows count; else it is a table of data

    /// A row that begins with this cell is the header once more.
    [[nodiscard]] bool repeated_by(std::string_view first_cell) const;
};

/// The separator is that of comma, semicolon and tab which the line holds most of.
CsvColumns read_csv_header(std::string_view line);

/// The cells of one record without its line end; quotes (RFC 4180) removed. `cells` is overwritten.
void split_csv_record(std::string_view record, char separator, std::vector<std::string>& cells);

}  // namespace stepvault
