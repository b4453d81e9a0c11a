// Estimates the effect of a uniform quantizer on deltas of which only the statistics are known.
#pragma once

#include "codec/bucket_statistics.h"

namespace stepvault {

struct StepEstimate {
    double bits = 0;     ///< entropy of the levels, each by itself
    double lost = 0;     ///< sum of squared errors
    double missing = 0;  ///< sum of the products of changes and their errors
};

/// Deltas are taken to be spread evenly between the smallest and the largest of their bucket. Levels are
/// `step` apart (above 0), with scheme adaptive's dead zone, and stand for the mean of what falls to them,
/// times a gain where `may_gain`.
StepEstimate estimate_step(const BucketStatistics& statistics, double step, bool may_gain);

/// The step that scheme adaptive would take for `error` (relative, above 0); 0 where nothing changed. From an
/// error of 1 on: one that leaves nothing but level 0.
double step_for_error(const BucketStatistics& statistics, double error, bool may_gain);

}  // namespace stepvault
