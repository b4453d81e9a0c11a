#include "metrics/csv_source.h"

#include <algorithm>

#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

/// Small, because a stray quote merges everything after it, up to this length, into one record.
constexpr std::size_t longest_row = std::size_t{1} << 20;

}  // namespace

CsvSource::CsvSource(const std::filesystem::path& path)
    : RecordSource(path, RecordTail::Quotes::rfc4180, longest_row) {}

void CsvSource::on_restart() {
    RecordSource::on_restart();
    columns_ = {};
    row_ = 0;
    first_epoch_ = 0;
}

bool CsvSource::on_record(std::string_view record, bool ended) {
    // Without the line end "0.12" may be the beginning of "0.125".
    if (!ended || record.find_first_not_of(" \t,;") == std::string_view::npos) return false;
    if (!columns_.names.empty()) {
        split_csv_record(record, columns_.separator, cells_);
        if (!columns_.repeated_by(cells_.front())) {
            read_row();
            return true;
        }
    }
    columns_ = read_csv_header(record);
    return true;
}

void CsvSource::read_row() {
    ++row_;
    const auto number_at = [&](std::optional<std::size_t> column) -> std::optional<double> {
        if (!column || *column >= cells_.size()) return {};
        return to_number(cells_[*column]);
    };
    std::optional<std::int64_t> step = row_;
    if (columns_.step) {
        const auto number = number_at(columns_.step);
        step = number ? to_step(*number) : std::nullopt;
    }
    if (!step || !columns_.hold_metrics) return;
    if (row_ == 1 && columns_.is_ultralytics && *step == 1) first_epoch_ = 1;
    *step -= first_epoch_;
    const auto time_at = [&](std::size_t column) { return to_epoch_seconds(number_at(column).value_or(0)); };
    double time = 0;
    for (const auto column : columns_.times) {
        if (time == 0) time = time_at(column);
    }
    for (std::size_t i = 0; i < std::min(cells_.size(), columns_.names.size()); ++i) {
        const bool is_time = std::ranges::find(columns_.times, i) != columns_.times.end() && time_at(i) > 0;
        if (i == columns_.step || is_time || columns_.names[i].empty()) continue;
        const auto value = to_number(cells_[i]);
        if (value)
            points_.push_back({.tag = columns_.names[i], .step = *step, .time = time, .value = *value});
    }
}

}  // namespace stepvault
