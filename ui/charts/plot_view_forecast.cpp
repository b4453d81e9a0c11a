// The forecast of PlotView.
#include <utility>

#include "ui/charts/forecast_series.h"
#include "ui/charts/plot_view.h"

namespace stepvault::ui {

void PlotView::setForecast(std::optional<PlotForecast> forecast, const QString& sinceName) {
    forecast_->setSinceName(sinceName);
    if (model_.setForecast(std::move(forecast))) scheduleDraw();
}

void PlotView::placeForecast() {
    ForecastSeries::Shape shape;
    if (const auto& forecast = model_.forecast()) {
        if (forecast->since) shape.since = model_.onXAxis(*forecast->since);
        for (std::size_t i = 0; i < forecast->fit.size(); ++i) {
            const PlotPoint& point = forecast->fit[i];
            const auto x = model_.onXAxis(point.x);
            if (!x) continue;
            if (const auto y = model_.onAxis(point.y)) shape.fit.append({*x, *y});
            const auto top = model_.onAxis(point.y + forecast->band[i]);
            if (!top) continue;
            shape.top.append({*x, *top});
            shape.bottom.append({*x, model_.onAxis(point.y - forecast->band[i]).value_or(frame().range.y0)});
        }
    }
    forecast_->setShape(shape, frame());
}

}  // namespace stepvault::ui
