#include "ui/cluster/rank_bars.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <QAreaSeries>
#include <QLineSeries>

#include "ui/charts/chart_series.h"
#include "ui/charts/grid_layer.h"
#include "ui/cluster/rank_color.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double rankHeadRoom = 1.06;  // of the largest bar
constexpr double widestRank = 40;
constexpr double leastGapped = 4;  // pixels of a bar that still has a gap beside it
constexpr double endOfRanks = 8;
}  // namespace

RankBars::RankBars(const QString& name, const Theme& theme, QWidget* parent)
    : WalkedChart(theme, parent), theme_(theme), name_(name), lines_(*chart()) {
    for (std::size_t i = 0; i < Tokens().series.size(); ++i) {
        auto* tops = new QLineSeries(chart());
        auto* area = new QAreaSeries(tops);
        attach(*chart(), *area);
        area->setPen(Qt::NoPen);
        bars_.push_back({tops, area});
    }
    setAccessibleName(tr("%1 of each rank").arg(name));
    grid().setXAxis(tr("rank"), AxisKind::whole, AxisScale::linear);
    grid().setYAxis(name, AxisScale::linear, false);
}

void RankBars::setLoads(Loads loads) {
    loads_ = std::move(loads);
    tellAgain();
}

QString RankBars::describe(std::optional<std::size_t> part) const {
    return part ? loads_.hints[*part] : loads_.all;
}

void RankBars::layOut() {
    const auto count = static_cast<double>(loads_.values.size());
    const double highest = count > 0 ? *std::ranges::max_element(loads_.values) : 0;
    if (!(highest > 0)) {
        for (const Bars& bars : bars_)
            bars.tops->replace(QList<QPointF>());
        return lines_.clear();
    }
    grid().setYLabels({{0, QStringLiteral("0")}, {highest, loads_.most}});
    const double left = grid().yLabelWidth(frame());
    const QRectF area(QPointF(left, GridLayer::above),
                      QPointF(std::max(left + 1, width() - endOfRanks),
                              std::max<double>(height() - GridLayer::below, GridLayer::above + 1)));
    // A few bars are no wider than many.
    const double places = std::max(count, area.width() / widestRank);
    setFrame({area, {-0.5, places - 0.5, 0, rankHeadRoom * highest}});
    const double pixels = area.width() / places;
    const double gap = pixels >= leastGapped ? 0.5 / pixels : 0;
    setBars(gap);
    setLines(gap);
}

void RankBars::setBars(double gap) {
    std::vector<QList<QPointF>> tops(bars_.size());
    for (std::size_t rank = 0; rank < loads_.values.size(); ++rank) {
        const auto node = static_cast<std::uint32_t>(rank) / loads_.processes;
        const auto x = static_cast<double>(rank);
        const double left = x - 0.5 + gap;
        const double right = x + 0.5 - gap;
        const double top = loads_.values[rank];
        tops[node % tops.size()] += QList<QPointF>{{left, 0}, {left, top}, {right, top}, {right, 0}};
    }
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        bars_[i].area->setBrush(
            blend(theme_.tokens().surface, nodeColor(theme_.tokens(), static_cast<std::uint32_t>(i)), 0.62));
        bars_[i].tops->replace(tops[i]);
    }
}

/// The mean, and the bar that is held.
void RankBars::setLines(double gap) {
    const Tokens& tokens = theme_.tokens();
    const auto count = static_cast<double>(loads_.values.size());
    const double mean = std::accumulate(loads_.values.begin(), loads_.values.end(), 0.0) / count;
    std::vector<LinePool::Line> lines{
        {{{-0.5, mean}, {count - 0.5, mean}}, QPen(tokens.muted, 1, Qt::DashLine)}};
    if (held()) {
        const auto x = static_cast<double>(*held());
        const double top = loads_.values[*held()];
        const double half = 0.5 - gap;
        lines.push_back(
            {{{x - half, 0}, {x - half, top}, {x + half, top}, {x + half, 0}}, QPen(tokens.text, 1)});
    }
    lines_.set(lines);
}

std::optional<std::size_t> RankBars::partAt(const QPointF& place) const {
    if (frame().area.isEmpty()) return std::nullopt;
    const double rank = frame().valueX(place.x()) + 0.5;
    if (rank < 0 || rank >= static_cast<double>(loads_.values.size())) return std::nullopt;
    return static_cast<std::size_t>(rank);
}

}  // namespace stepvault::ui
