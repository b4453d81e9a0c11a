#pragma once

#include <span>
#include <vector>

#include <QRectF>

namespace stepvault::ui {

/// Rectangles that fill `area`, each in proportion to its weight and as square as can be (Bruls, Huizing and
/// van Wijk, Squarified Treemaps, 2000). Weights in falling order; one that is 0 gets an empty rectangle.
std::vector<QRectF> squarify(std::span<const double> weights, const QRectF& area);

}  // namespace stepvault::ui
