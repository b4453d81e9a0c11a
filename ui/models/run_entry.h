#pragma once

#include <vector>

#include "library/summary/run_info.h"

namespace stepvault::ui {

/// A run as the list shows it.
struct RunEntry {
    RunInfo info;
    std::vector<double> spark;  ///< the primary loss, few points, oldest first
};

}  // namespace stepvault::ui
