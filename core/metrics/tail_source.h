#pragma once

#include "metrics/metric_source.h"

namespace stepvault {

/// A source of which a poll reads only what came since the last one.
class TailSource : public MetricSource {
 public:
    Result<std::vector<MetricPoint>> poll() final;
    [[nodiscard]] bool restarted() const final { return restarted_; }

 protected:
    /// Appends to points_, which is empty, what came; may stop once it has_batch(), and goes on there.
    virtual Status read_on() = 0;
    /// The file is read anew from its start.
    void restart() { restarted_ = true; }
    [[nodiscard]] bool has_batch() const { return points_.size() >= metric_batch; }

    std::vector<MetricPoint> points_;

 private:
    bool restarted_ = false;
};

}  // namespace stepvault
