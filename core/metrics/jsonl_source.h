#pragma once

#include "metrics/metric_source.h"
#include "metrics/record_tail.h"

namespace stepvault {

/// One JSON object a line. The step is step, global_step, iter, iteration, _step or epoch, in this order;
/// lines without one carry no points. A last line without its line end is taken once its object has closed.
class JsonlSource final : public MetricSource, private RecordTail::Sink {
 public:
    explicit JsonlSource(const std::filesystem::path& path);
    Result<std::vector<MetricPoint>> poll() override;
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    void on_restart() override { points_.clear(); }
    bool on_record(std::string_view record, bool ended) override;

    RecordTail tail_;
    std::vector<MetricPoint> points_;
};

}  // namespace stepvault
