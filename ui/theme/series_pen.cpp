#include "ui/theme/series_pen.h"

#include <array>

namespace stepvault::ui {

QPen seriesPen(const Tokens& tokens, std::size_t index, double width) {
    struct Shade {
        const QColor& toward;
        double share;
    };
    const std::array<Shade, 5> shades{{{tokens.text, 0},
                                       {tokens.text, 0.4},
                                       {tokens.surface, 0.45},
                                       {tokens.text, 0.65},
                                       {tokens.surface, 0.65}}};
    const QColor& color = tokens.series[index % tokens.series.size()];
    const Shade& shade = shades[index / tokens.series.size() % shades.size()];
    return {blend(color, shade.toward, shade.share), width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
}

}  // namespace stepvault::ui
