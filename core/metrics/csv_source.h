#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/metric_source.h"
#include "metrics/record_tail.h"

namespace stepvault {

/// Comma-separated values (RFC 4180) under a header line. The step column is step, global_step, iter,
/// iteration, _step or epoch, in this order; without one the number of the row counts, from 1. Empty and
/// non-numeric cells carry no point.
class CsvSource final : public MetricSource, private RecordTail::Sink {
 public:
    explicit CsvSource(const std::filesystem::path& path);
    Result<std::vector<MetricPoint>> poll() override;
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    void on_restart() override;
    bool on_record(std::string_view record, bool ended) override;
    void read_header(std::vector<std::string> cells);
    void read_row(const std::vector<std::string>& cells);

    RecordTail tail_;
    std::vector<std::string> columns_;  ///< empty until the header was read; an empty name is left out
    std::optional<std::size_t> step_column_;
    std::optional<std::size_t> time_column_;
    std::int64_t row_ = 0;
    std::vector<MetricPoint> points_;
};

/// The cells of one record without its line end; quotes removed.
std::vector<std::string> split_csv_record(std::string_view record);

}  // namespace stepvault
