#pragma once

#include "metrics/metric_source.h"

namespace stepvault {

/// A source whose poll() reads only new data.
class TailSource : public MetricSource {
 public:
    Result<std::vector<MetricPoint>> poll() final;
    [[nodiscard]] bool restarted() const final { return restarted_; }

 protected:
    /// Appends the new points to points_, which is empty. May stop once has_batch() is true; the next call
    /// continues there.
    virtual Status read_on() = 0;
    /// Call when the file is read again from its start.
    void restart() { restarted_ = true; }
    [[nodiscard]] bool has_batch() const { return points_.size() >= metric_batch; }

    std::vector<MetricPoint> points_;

 private:
    bool restarted_ = false;
};

}  // namespace stepvault
