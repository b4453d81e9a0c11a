#pragma once

#include "metrics/metric_source.h"

namespace stepvault {

/// A source of which a poll reads only what came since the last one.
class TailSource : public MetricSource {
 public:
    Result<std::vector<MetricPoint>> poll() final;

 protected:
    /// Appends to points_, which is empty, what came.
    virtual Status read_on() = 0;

    std::vector<MetricPoint> points_;
};

}  // namespace stepvault
