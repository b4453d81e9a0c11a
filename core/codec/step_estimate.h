// What a uniform quantizer makes of deltas of which only the statistics are known.
#pragma once

#include "codec/bucket_statistics.h"

namespace stepvault {

struct StepEstimate {
    double bits = 0;  ///< entropy of the levels, each by itself
    double lost = 0;  ///< sum of squared errors
};

/// Deltas are taken to be spread evenly between the smallest and the largest of their bucket; levels are
/// `step` apart (above 0) and stand for their middle, level 0 for no change.
StepEstimate estimate_step(const BucketStatistics& statistics, double step);

/// The step at which `error` (relative, above 0, below 1) is left; 0 where nothing changed.
double step_for_error(const BucketStatistics& statistics, double error);

}  // namespace stepvault
