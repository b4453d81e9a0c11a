#include "ui/charts/forecast_series.h"

#include <QAreaSeries>
#include <QFontMetricsF>
#include <QGraphicsSimpleTextItem>
#include <QGuiApplication>
#include <QLineSeries>

#include "ui/charts/chart_series.h"
#include "ui/theme/sizes.h"

namespace stepvault::ui {

namespace {
constexpr float bandOpacity = 0.16F;
constexpr double forecastGap = 6;
}  // namespace

ForecastSeries::ForecastSeries(QChart& chart)
    : chart_(chart),
      top_(new QLineSeries(&chart)),
      bottom_(new QLineSeries(&chart)),
      band_(new QAreaSeries(top_, bottom_)),
      fit_(addSeries<QLineSeries>(chart)),
      since_(addSeries<QLineSeries>(chart)),
      label_(new QGraphicsSimpleTextItem(&chart)) {
    attach(chart_, *band_);
    QFont font = QGuiApplication::font();
    font.setPixelSize(captionPixels);
    label_->setFont(font);
    label_->setZValue(1);
    band_->setPen(Qt::NoPen);
}

void ForecastSeries::setColors(const Tokens& tokens, const QColor& series) {
    QColor shade = series;
    shade.setAlphaF(bandOpacity);
    band_->setBrush(shade);
    QPen fit(tokens.text, 1.5);
    fit.setDashPattern({4, 3});
    fit_->setPen(fit);
    since_->setPen(QPen(tokens.faint, 1, Qt::DotLine));
    label_->setBrush(tokens.muted);
}

void ForecastSeries::setShape(const Shape& shape, const PlotFrame& frame) {
    fit_->replace(shape.fit);
    top_->replace(shape.top);
    bottom_->replace(shape.bottom);
    band_->setVisible(!shape.top.isEmpty());
    const bool isSince = shape.since && *shape.since > frame.range.x0 && *shape.since < frame.range.x1;
    label_->setVisible(isSince);
    since_->replace(isSince ? QList<QPointF>{{*shape.since, frame.range.y0}, {*shape.since, frame.range.y1}}
                            : QList<QPointF>());
    if (!isSince) return;
    const double x = frame.sceneX(*shape.since);
    const double width = QFontMetricsF(label_->font()).horizontalAdvance(sinceName_);
    const bool fits = x + forecastGap + width < frame.area.right();
    label_->setText(sinceName_);
    label_->setPos(fits ? x + forecastGap : x - forecastGap - width, frame.area.top());
}

void ForecastSeries::raise() {
    ui::raise(chart_, *band_);
    ui::raise(chart_, *fit_);
    ui::raise(chart_, *since_);
}

}  // namespace stepvault::ui
