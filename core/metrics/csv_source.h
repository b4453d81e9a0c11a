#pragma once

#include <cstdint>

#include "metrics/csv_columns.h"
#include "metrics/record_source.h"

namespace stepvault {

/// Values separated by commas, semicolons or tabs under a header line, which may appear again with other
/// columns. The step column is the strongest by step_rank; a table without a step column counts rows from 1
/// if the name of a column contains "loss". Epochs of Ultralytics begin with 0, as those of its checkpoints.
/// All other tables give no points, nor do empty and non-numeric cells.
class CsvSource final : public RecordSource {
 public:
    explicit CsvSource(const std::filesystem::path& path);

 private:
    void on_restart() override;
    bool on_record(std::string_view record, bool ended) override;
    void read_row();

    CsvColumns columns_;  ///< no names until the header is read
    std::int64_t row_ = 0;
    std::int64_t first_epoch_ = 0;    ///< subtracted from the steps; see CsvColumns::is_ultralytics
    std::vector<std::string> cells_;  ///< of the current row
};

}  // namespace stepvault
