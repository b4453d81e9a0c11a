#include "ui/cluster/treemap_layout.h"

#include <algorithm>
#include <numeric>

namespace stepvault::ui {

namespace {

/// The worst ratio of two sides in a row of rectangles along a side, with areas from `least` to `most`.
double worstRatio(double side, double sum, double least, double most) {
    const double square = sum * sum;
    return std::max(side * side * most / square, square / (side * side * least));
}

}  // namespace

std::vector<QRectF> squarify(std::span<const double> weights, const QRectF& area) {
    std::vector<QRectF> placed(weights.size());
    double left = std::accumulate(weights.begin(), weights.end(), 0.0);
    QRectF free = area;
    std::size_t at = 0;
    while (at < weights.size() && weights[at] > 0 && left > 0) {
        const double scale = free.width() * free.height() / left;
        const double side = std::min(free.width(), free.height());
        const double most = weights[at] * scale;
        std::size_t end = at + 1;
        double sum = most;
        double worst = worstRatio(side, sum, most, most);
        for (; end < weights.size() && weights[end] > 0; ++end) {
            const double next = weights[end] * scale;
            const double ratio = worstRatio(side, sum + next, next, most);
            if (ratio > worst) break;
            worst = ratio;
            sum += next;
        }
        const bool isColumn = free.width() >= free.height();
        const double thick = sum / side;
        double along = isColumn ? free.top() : free.left();
        for (std::size_t i = at; i < end; ++i) {
            const double length = weights[i] * scale / thick;
            placed[i] = isColumn ? QRectF(free.left(), along, thick, length)
                                 : QRectF(along, free.top(), length, thick);
            along += length;
            left -= weights[i];
        }
        if (isColumn) {
            free.setLeft(free.left() + thick);
        } else {
            free.setTop(free.top() + thick);
        }
        at = end;
    }
    return placed;
}

}  // namespace stepvault::ui
