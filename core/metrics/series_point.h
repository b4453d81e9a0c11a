#pragma once

#include <cstdint>

namespace stepvault {

/// A point of a curve whose tag is known.
struct SeriesPoint {
    std::int64_t step = 0;
    double time = 0;   ///< seconds since the epoch; 0 if unknown
    double value = 0;  ///< NaN and infinities included
};

/// Orders points by step.
inline bool is_before(const SeriesPoint& point, std::int64_t step) {
    return point.step < step;
}

}  // namespace stepvault
