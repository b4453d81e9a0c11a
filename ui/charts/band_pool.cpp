#include "ui/charts/band_pool.h"

#include <QAreaSeries>
#include <QChart>
#include <QLineSeries>

#include "ui/charts/chart_series.h"

namespace stepvault::ui {

void BandPool::set(const std::vector<Band>& bands) {
    while (series_.size() < bands.size()) {
        auto* area = new QAreaSeries(new QLineSeries(&chart_), new QLineSeries(&chart_));
        area->setPen(Qt::NoPen);
        attach(chart_, *area);
        series_.push_back(area);
    }
    for (std::size_t i = 0; i < series_.size(); ++i) {
        QAreaSeries& area = *series_[i];
        const Band band = i < bands.size() ? bands[i] : Band{};
        area.setBrush(band.brush);
        area.upperSeries()->replace(band.top);
        area.lowerSeries()->replace(band.bottom);
        area.setVisible(!band.top.isEmpty());
    }
}

}  // namespace stepvault::ui
