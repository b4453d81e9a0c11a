#pragma once

#include <cstdint>

#include "metrics/csv_columns.h"
#include "metrics/record_source.h"

namespace stepvault {

/// Values separated by commas, semicolons or tabs under a header line, which may come again, with other
/// columns. The step column is the strongest of step_rank; without one the number of the row counts, from 1,
/// if a column's name says loss, and all other tables carry no points. Empty and non-numeric cells carry
/// none.
class CsvSource final : public RecordSource {
 public:
    explicit CsvSource(const std::filesystem::path& path);

 private:
    void on_restart() override;
    bool on_record(std::string_view record, bool ended) override;
    void read_row();

    CsvColumns columns_;  ///< no names until the header was read
    std::int64_t row_ = 0;
    std::vector<std::string> cells_;  ///< of the row that is being read
};

}  // namespace stepvault
