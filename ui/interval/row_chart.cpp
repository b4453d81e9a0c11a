#include "ui/interval/row_chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/charts/grid_layer.h"

namespace stepvault::ui {

namespace {
constexpr int rowPixels = 22;
constexpr double aboveRows = 4;
}  // namespace

RowChart::RowChart(const Theme& theme, QWidget* parent) : WalkedChart(theme, parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RowChart::setLabels(std::vector<Label> labels) {
    labels_ = std::move(labels);
    std::vector<Tick> ticks;
    for (std::size_t i = 0; i < labels_.size(); ++i)
        ticks.push_back({rowY(i), labels_[i].name});
    grid().setYLabels(std::move(ticks));
    setFixedHeight(static_cast<int>(aboveRows + GridLayer::below) +
                   rowPixels * static_cast<int>(labels_.size()));
    tellAgain();
}

double RowChart::rowY(std::size_t row) const {
    return static_cast<double>(labels_.size() - 1 - row);
}

void RowChart::setRowFrame(double left, double right, double x0, double x1) {
    const auto rows = static_cast<double>(labels_.size());
    const QRectF area(QPointF(left, aboveRows),
                      QSizeF(std::max(1.0, right - left), std::max(1.0, rows * rowPixels)));
    setFrame({area, {x0, x1, -0.5, std::max(1.0, rows) - 0.5}});
}

std::optional<std::size_t> RowChart::partAt(const QPointF& place) const {
    const double row = std::floor((place.y() - aboveRows) / rowPixels);
    if (row < 0 || row >= static_cast<double>(labels_.size())) return std::nullopt;
    return static_cast<std::size_t>(row);
}

QString RowChart::describe(std::optional<std::size_t> part) const {
    if (part) return labels_[*part].hint;
    QStringList lines;
    for (const Label& label : labels_)
        lines << label.hint;
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stepvault::ui
