#pragma once

#include <vector>

#include <QLineF>
#include <QPen>
#include <QPolygonF>
#include <QRectF>

namespace stepvault::ui {

/// The straight parts of a line that a pen inks: of a solid one all, of a dashed one the dashes that cross
/// `area`, in the phase that they have along the whole line. The raster engine fills parts that stand alone
/// several times faster than what it must join.
std::vector<QLineF> lineParts(const QPolygonF& points, const QPen& pen, const QRectF& area);

}  // namespace stepvault::ui
