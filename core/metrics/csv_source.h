#pragma once

#include <cstdint>

#include "metrics/csv_columns.h"
#include "metrics/record_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// Values separated by commas, semicolons or tabs under a header line, which may come again, with other
/// columns. The step column is the strongest of step_rank; without one the number of the row counts, from 1,
/// if a column's name says loss, and all other tables carry no points. Empty and non-numeric cells carry
/// none.
class CsvSource final : public TailSource, private RecordTail::Sink {
 public:
    explicit CsvSource(const std::filesystem::path& path);
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    Status read_on() override { return tail_.poll(*this); }
    void on_restart() override;
    bool on_record(std::string_view record, bool ended) override;
    [[nodiscard]] bool is_full() const override { return has_batch(); }
    void read_row();

    RecordTail tail_;
    CsvColumns columns_;  ///< no names until the header was read
    std::int64_t row_ = 0;
    std::vector<std::string> cells_;  ///< of the row that is being read
};

}  // namespace stepvault
