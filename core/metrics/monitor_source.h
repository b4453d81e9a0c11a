#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/record_source.h"

namespace stepvault {

/// The monitor.csv of Stable-Baselines3 and Gym: a line "#{JSON}" with "t_start" in seconds since the epoch;
/// a header with r, l, t (reward, length and end of an episode, in seconds since t_start) and any other
/// names; a row for each episode. The step of an episode is the sum of all lengths up to its end. t itself is
/// not a metric.
class MonitorSource final : public RecordSource {
 public:
    explicit MonitorSource(const std::filesystem::path& path);

 private:
    void on_restart() override;
    bool on_record(std::string_view record, bool ended) override;
    void read_row();

    double start_ = 0;  ///< seconds since the epoch; 0 if unknown
    std::int64_t step_ = 0;
    std::vector<std::string> names_;  ///< empty until the header is read
    std::vector<std::string> cells_;  ///< of the current row
};

/// True for monitor.csv, and for 0.monitor.csv and so on, which are written for several environments.
bool is_monitor_name(std::string_view name);

}  // namespace stepvault
