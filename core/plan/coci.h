// COCI's schedule: checkpoints after equal drops of the loss. Li et al., FGCS 164, 2025 (doi
// 10.1016/j.future.2024.107597), in the form of the authors' code (github.com/wangzc-HPC/COCI).
#pragma once

#include <cstdint>
#include <vector>

#include "plan/intervals.h"

namespace stepvault {

/// L(t) = exp(slope t + offset), slope < 0.
struct ExponentialLoss {
    double slope = 0;
    double offset = 0;
    [[nodiscard]] double at(double time) const;
};

/// The progress, in units of the loss, that each checkpoint saves:
/// (1 - e^(slope C)) (1 / (2 lambda) - 1 / (2 slope)).
double coci_progress(const ExponentialLoss& loss, const FailureCosts& costs);

/// The result of coci_times().
struct CociTimes {
    std::vector<double> times;  ///< ascending, from the start of the training
    /// Number of checkpoints by the published rule, which has no bounds: 0 where a checkpoint costs more than
    /// the remaining loss, thousands where a checkpoint costs almost nothing.
    std::uint64_t published = 0;
    bool clamped = false;  ///< the number of `times` differs from `published`
};

/// The published rule from `now` on, after `taken` checkpoints: floor(L(now) / progress) checkpoints, the
/// i-th where the loss has dropped by i times the progress. Where the rule gives fewer than `least` or more
/// than `most` checkpoints up to `horizon`, that many are placed by equal drops up to `horizon` instead.
/// Empty for a loss that does not fall or has reached zero, and for costs that are not positive.
CociTimes coci_times(const ExponentialLoss& loss, const FailureCosts& costs, double now, std::uint64_t taken,
                     double horizon, std::uint64_t least, std::uint64_t most);

}  // namespace stepvault
