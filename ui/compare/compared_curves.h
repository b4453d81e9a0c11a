// What the chart draws of a comparison.
#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "ui/charts/curve_set.h"

namespace stepvault::ui {

class CompareModel;

enum class CompareAxis { step, time };

struct ComparedCurves {
    std::vector<PlotCurve> curves;
    QString xName;            ///< "step", or the unit of time
    std::size_t undated = 0;  ///< curves that lie on no time axis, since their times were not logged
};

/// Of the runs that are shown. Time counts from each run's own first point.
ComparedCurves comparedCurves(const CompareModel& model, CompareAxis axis);

}  // namespace stepvault::ui
