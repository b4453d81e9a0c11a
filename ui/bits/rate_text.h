// The captions of the chart of settings.
#pragma once

#include <vector>

#include <QString>

#include "ui/bits/bits_view.h"

namespace stepvault::ui {

/// Says how to read the curves and where they come from.
QString describeCurves(const std::vector<RateCurve>& curves);
/// Says which settings are not drawn, and why: "lc, 3 bits: larger and less exact than lc, 2 bits". Empty if
/// all are drawn.
QString describeDominated(const std::vector<RateCurve>& curves);

}  // namespace stepvault::ui
