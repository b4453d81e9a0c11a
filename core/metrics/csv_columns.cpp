#include "metrics/csv_columns.h"

#include <algorithm>

#include "metrics/metric_fields.h"

namespace stepvault {

bool CsvColumns::repeated_by(std::string_view first_cell) const {
    const auto& name = names.front();
    return !name.empty() && first_cell.find(name) != std::string_view::npos && clean_tag(first_cell) == name;
}

CsvColumns read_csv_header(std::string_view line) {
    CsvColumns columns;
    for (const char c : {';', '\t'}) {
        if (std::ranges::count(line, c) > std::ranges::count(line, columns.separator)) columns.separator = c;
    }
    split_csv_record(line, columns.separator, columns.names);
    std::size_t best_rank = SIZE_MAX;
    for (std::size_t i = 0; i < columns.names.size(); ++i) {
        auto& name = columns.names[i];
        name = clean_tag(name);
        // In a table without a header, the numbers of the first row are no names.
        if (to_number(name)) name.clear();
        if (is_time_name(name)) columns.times.push_back(i);
        const auto rank = step_rank(name);
        if (rank && *rank < best_rank) {
            best_rank = *rank;
            columns.step = i;
        }
        if (rank || names_loss(name)) columns.hold_metrics = true;
        if (name == "lr/pg0") columns.is_ultralytics = true;
    }
    return columns;
}

void split_csv_record(std::string_view record, char separator, std::vector<std::string>& cells) {
    std::size_t count = 0;
    for (std::size_t at = 0;; ++count) {
        if (count == cells.size()) cells.emplace_back();
        auto& cell = cells[count];
        cell.clear();
        if (at < record.size() && record[at] == '"') {
            ++at;
            while (at < record.size()) {
                if (record[at] == '"') {
                    ++at;
                    if (at >= record.size() || record[at] != '"') break;
                }
                cell += record[at++];
            }
        }
        const auto end = std::min(record.find(separator, at), record.size());
        cell += record.substr(at, end - at);
        if (end == record.size()) break;
        at = end + 1;
    }
    cells.resize(count + 1);
}

}  // namespace stepvault
