// What PlotView expects of its curve.
#include <algorithm>
#include <utility>

#include "ui/charts/outlook_layer.h"
#include "ui/charts/plot_view.h"

namespace stepvault::ui {

void PlotView::setOutlook(std::optional<PlotOutlook> outlook, const QString& sinceName) {
    outlook_->setSinceName(sinceName);
    if (model_.setOutlook(std::move(outlook))) scheduleDraw();
}

void PlotView::placeOutlook() {
    QPolygonF fit;
    QPolygonF band;
    QPolygonF below;
    double since = -1;
    if (const auto& outlook = model_.outlook()) {
        if (outlook->since) since = sceneX(*outlook->since).value_or(since);
        for (std::size_t i = 0; i < outlook->fit.size(); ++i) {
            const PlotPoint& point = outlook->fit[i];
            const auto x = sceneX(point.x);
            if (!x) continue;
            const auto y = [this](double value) -> std::optional<double> {
                const auto at = model_.onAxis(value);
                return at ? std::optional(frame_.sceneY(*at)) : at;
            };
            if (const auto at = y(point.y)) fit << QPointF(*x, *at);
            const auto top = y(point.y + outlook->band[i]);
            if (!top) continue;
            band << QPointF(*x, *top);
            below << QPointF(*x, y(point.y - outlook->band[i]).value_or(frame_.area.bottom()));
        }
    }
    std::reverse(below.begin(), below.end());
    outlook_->setShape(frame_.area, std::move(fit), band + below, since);
}

}  // namespace stepvault::ui
