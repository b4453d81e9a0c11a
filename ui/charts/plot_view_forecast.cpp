// What PlotView expects of its curve.
#include <algorithm>
#include <utility>

#include "ui/charts/forecast_layer.h"
#include "ui/charts/plot_view.h"

namespace stepvault::ui {

void PlotView::setForecast(std::optional<PlotForecast> forecast, const QString& sinceName) {
    forecast_->setSinceName(sinceName);
    if (model_.setForecast(std::move(forecast))) scheduleDraw();
}

void PlotView::placeForecast() {
    QPolygonF fit;
    QPolygonF band;
    QPolygonF below;
    double since = -1;
    if (const auto& forecast = model_.forecast()) {
        if (forecast->since) since = sceneX(*forecast->since).value_or(since);
        for (std::size_t i = 0; i < forecast->fit.size(); ++i) {
            const PlotPoint& point = forecast->fit[i];
            const auto x = sceneX(point.x);
            if (!x) continue;
            const auto y = [this](double value) -> std::optional<double> {
                const auto at = model_.onAxis(value);
                return at ? std::optional(frame_.sceneY(*at)) : at;
            };
            if (const auto at = y(point.y)) fit << QPointF(*x, *at);
            const auto top = y(point.y + forecast->band[i]);
            if (!top) continue;
            band << QPointF(*x, *top);
            below << QPointF(*x, y(point.y - forecast->band[i]).value_or(frame_.area.bottom()));
        }
    }
    std::reverse(below.begin(), below.end());
    forecast_->setShape(frame_.area, std::move(fit), band + below, since);
}

}  // namespace stepvault::ui
