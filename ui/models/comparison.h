// Several runs side by side, as read at one moment.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "library/summary/run_info.h"

namespace stepvault::ui {

/// A metric of a run. Long ones are thinned out; highest and lowest are exact.
struct ComparedCurve {
    std::vector<SeriesPoint> points;  ///< by step
    std::optional<SeriesPoint> low;   ///< of the finite ones
    std::optional<SeriesPoint> high;
    std::vector<double> bandLow = {};  ///< of a mean: the lowest value at each point; else empty
    std::vector<double> bandHigh = {};
};

struct ComparedRun {
    RunInfo info;
    std::size_t color = 0;                       ///< see seriesPen()
    std::optional<double> error = {};            ///< of the newest checkpoint
    std::optional<SeriesRow> series = {};        ///< none: the run lacks the metric
    std::shared_ptr<const ComparedCurve> curve;  ///< nullptr without `series`
    std::vector<std::string> members = {};       ///< ids of the runs that it is the mean of; see joinSeeds()
};

struct Comparison {
    std::vector<std::string> tags;  ///< that two runs or more have; a loss first
    std::string tag;                ///< the metric of the curves; empty for none
    bool isHigherBetter = false;
    bool hasSeeds = false;  ///< some of the runs differ in their seed alone
    std::vector<ComparedRun> runs;
    std::optional<Error> problem = {};  ///< why some runs are as they were read last, or lack their curves
};

/// By the metric's name: accuracies and the like; everything else is better where it is lower.
bool isHigherBetter(const std::string& tag);

}  // namespace stepvault::ui
