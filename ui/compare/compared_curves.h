// What the chart draws of a comparison.
#pragma once

#include <cstdint>
#include <vector>

#include <QString>

#include "ui/charts/curve_axis.h"
#include "ui/charts/curve_set.h"

namespace stepvault::ui {

class CompareModel;

struct ComparedCurves {
    std::vector<PlotCurve> curves;
    QString xName;  ///< "step", or the unit of time
    AxisKind xKind = AxisKind::whole;
    std::size_t undated = 0;  ///< curves that lie on no time axis, since their times were not logged
};

/// Of the runs that are shown.
ComparedCurves comparedCurves(const CompareModel& model, CurveAxis axis);

}  // namespace stepvault::ui
