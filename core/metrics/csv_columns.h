// The header line of a table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepvault {

struct CsvColumns {
    char separator = ',';
    std::vector<std::string> names;   ///< as tags; empty for columns that are ignored
    std::optional<std::size_t> step;  ///< the strongest step column (step_rank)
    std::vector<std::size_t> times;   ///< columns named as times; some hold durations
    bool hold_metrics =
        false;  ///< the table has a step, or a loss, whose rows are then numbered; otherwise it is other data

    /// A table of Ultralytics. Its newer versions count epochs from 1 in the table, and from 0 in the names
    /// and contents of checkpoints.
    bool is_ultralytics = false;

    /// True for a row that repeats the header, judged by its first cell.
    [[nodiscard]] bool repeated_by(std::string_view first_cell) const;
};

/// The separator is the most frequent of comma, semicolon and tab in the line.
CsvColumns read_csv_header(std::string_view line);

/// Splits a record without its line end into cells, removing quotes (RFC 4180). Overwrites `cells`.
void split_csv_record(std::string_view record, char separator, std::vector<std::string>& cells);

}  // namespace stepvault
