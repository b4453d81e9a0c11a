#include "ui/theme/series_pen.h"

#include <array>

namespace stepvault::ui {

QPen seriesPen(const Tokens& tokens, std::size_t index, double width) {
    // In multiples of the width.
    static const std::array<QList<qreal>, 5> dashes{
        {{}, {5, 3}, {1.5, 2.5}, {8, 3, 1.5, 3}, {12, 4}},
    };
    QPen pen(tokens.series[index % tokens.series.size()], width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    const QList<qreal>& dash = dashes[index / tokens.series.size() % dashes.size()];
    if (!dash.isEmpty()) {
        pen.setDashPattern(dash);
        // Round ends would fill the gaps.
        pen.setCapStyle(Qt::FlatCap);
    }
    return pen;
}

}  // namespace stepvault::ui
