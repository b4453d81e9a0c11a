// Requirements on every source of metrics.
#pragma once

#include <string>

#include "fuzz/scratch_input.h"
#include "metrics/metric_source.h"

namespace stepvault::fuzz {

/// Polls until no points come.
inline void poll_to_end(MetricSource& source) {
    for (;;) {
        const auto points = source.poll();
        if (!points || points->size() < metric_batch) return;
    }
}

}  // namespace stepvault::fuzz
