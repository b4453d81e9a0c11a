// The contents of a run's chart, without the drawing.
#pragma once

#include "ui/charts/curve_axis.h"
#include "ui/session/run_snapshot.h"

namespace stepvault::ui {

struct RunCurve {
    std::vector<PlotPoint> points;
    std::vector<PlotCurve> beside;  ///< id and name: the tag
    std::vector<PlotMark> marks;
    std::vector<PlotEvent> events;
    std::optional<double> troubleX;  ///< where the loss goes wrong, where it has not come back
    QString xName;
    AxisKind xKind = AxisKind::whole;
};

/// On a time axis a checkpoint lies where the points around its step do; where none has a time, when it was
/// saved. What is planned lies on no time axis.
RunCurve runCurve(const RunSnapshot& run, CurveAxis axis);

/// The text shown over a checkpoint's mark.
QString markLabel(const CheckpointRow& row);

}  // namespace stepvault::ui
