#include "metrics/csv_source.h"

#include <algorithm>
#include <utility>

#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

/// Small, since one stray quote makes a record of all that follows up to this length.
constexpr std::size_t longest_record = std::size_t{1} << 20;
constexpr std::size_t longest_name = 256;

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        const int more = lead < 0x80   ? 0
                         : lead < 0xC2 ? -1
                         : lead < 0xE0 ? 1
                         : lead < 0xF0 ? 2
                         : lead < 0xF5 ? 3
                                       : -1;
        if (more < 0) return false;
        for (int k = 0; k < more; ++k, ++i) {
            if (i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return false;
        }
    }
    return true;
}

/// A column's name as a tag: without the spaces that some loggers pad with; names in another encoding keep
/// their ASCII part, since tags go into JSON.
std::string clean_name(std::string_view name) {
    const auto begin = name.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    std::string clean(name.substr(begin, name.find_last_not_of(" \t") - begin + 1));
    if (clean.size() > longest_name) return {};
    if (!is_utf8(clean))
        std::ranges::replace_if(
            clean, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
    return clean;
}

}  // namespace

std::vector<std::string> split_csv_record(std::string_view record) {
    std::vector<std::string> cells;
    std::size_t at = 0;
    for (;;) {
        std::string cell;
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
        const auto comma = std::min(record.find(',', at), record.size());
        cell += record.substr(at, comma - at);
        cells.push_back(std::move(cell));
        if (comma == record.size()) return cells;
        at = comma + 1;
    }
}

CsvSource::CsvSource(const std::filesystem::path& path)
    : tail_(path, RecordTail::Quotes::rfc4180, longest_record) {}

Result<std::vector<MetricPoint>> CsvSource::poll() {
    points_.clear();
    STEPVAULT_TRY(tail_.poll(*this));
    return std::exchange(points_, {});
}

void CsvSource::on_restart() {
    columns_.clear();
    step_column_.reset();
    time_column_.reset();
    row_ = 0;
    points_.clear();
}

bool CsvSource::on_record(std::string_view record, bool ended) {
    // Without the line end "0.12" may be the beginning of "0.125".
    if (!ended || record.find_first_not_of(" \t,") == std::string_view::npos) return false;
    auto cells = split_csv_record(record);
    if (columns_.empty()) {
        read_header(std::move(cells));
    } else {
        read_row(cells);
    }
    return true;
}

void CsvSource::read_header(std::vector<std::string> cells) {
    columns_ = std::move(cells);
    std::size_t best_rank = SIZE_MAX;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        auto& name = columns_[i];
        name = clean_name(name);
        // A table without a header: its first row's numbers name nothing.
        if (to_number(name)) name.clear();
        if (is_time_name(name)) time_column_ = i;
        const auto rank = step_rank(name);
        if (rank && *rank < best_rank) {
            best_rank = *rank;
            step_column_ = i;
        }
    }
}

void CsvSource::read_row(const std::vector<std::string>& cells) {
    ++row_;
    const auto number_at = [&](std::optional<std::size_t> column) -> std::optional<double> {
        if (!column || *column >= cells.size()) return {};
        return to_number(cells[*column]);
    };
    std::optional<std::int64_t> step = row_;
    if (step_column_) {
        const auto number = number_at(step_column_);
        step = number ? to_step(*number) : std::nullopt;
    }
    if (!step) return;
    const double time = to_epoch_seconds(number_at(time_column_).value_or(0));
    for (std::size_t i = 0; i < std::min(cells.size(), columns_.size()); ++i) {
        if (i == step_column_ || i == time_column_ || columns_[i].empty()) continue;
        const auto value = to_number(cells[i]);
        if (value) points_.push_back({.tag = columns_[i], .step = *step, .time = time, .value = *value});
    }
}

}  // namespace stepvault
