#include "plan/failure_source.h"

#include <cmath>
#include <limits>
#include <utility>

namespace stepvault {

FailureSource FailureSource::drawn(std::uint64_t seed, double shape) {
    FailureSource source;
    source.random_.seed(seed);
    source.shape_ = shape;
    source.scale_ = 1 / std::tgamma(1 + 1 / shape);
    return source;
}

FailureSource FailureSource::traced(std::vector<double> seconds) {
    FailureSource source;
    source.traced_ = true;
    source.trace_ = std::move(seconds);
    return source;
}

double FailureSource::next(double now) {
    if (traced_) {
        while (used_ < trace_.size() && trace_[used_] <= now)
            ++used_;
        return used_ < trace_.size() ? trace_[used_] : std::numeric_limits<double>::infinity();
    }
    // 53 bits, never 0; the same on every standard library.
    const double uniform = (static_cast<double>(random_() >> 11) + 0.5) * 0x1p-53;
    return now + scale_ * std::pow(-std::log(uniform), 1 / shape_);
}

}  // namespace stepvault
