#include "ui/interval/overhead_bars.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include <QBarSet>
#include <QHorizontalStackedBarSeries>

#include "ui/charts/chart_series.h"
#include "ui/charts/grid_layer.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double barThickness = 0.55;  // of a row
/// Bars are cut at so many times the best.
constexpr double longest = 3;
constexpr double least = 1e-9;

double percentOf(double share) {
    return 100 * share;
}

QString valueText(const OverheadBars::Bar& bar) {
    const QString expected = formatShare(bar.expected.total());
    if (!bar.simulated) return expected;
    return OverheadBars::tr("%1  played %2 ± %3")
        .arg(expected, formatNumber(percentOf(bar.simulated->mean), 2),
             formatNumber(percentOf(bar.simulated->margin), 1));
}
}  // namespace

OverheadBars::OverheadBars(const Theme& theme, QWidget* parent)
    : RowChart(theme, parent),
      theme_(theme),
      series_(addSeries<QHorizontalStackedBarSeries>(*chart())),
      lines_(*chart()) {
    series_->setBarWidth(barThickness);
    setAccessibleName(tr("Expected overhead of each schedule"));
    grid().setXAxis(tr("Overhead, % of the training"), AxisKind::number, AxisScale::linear);
}

void OverheadBars::setBars(std::vector<Bar> bars) {
    bars_ = std::move(bars);
    std::vector<Label> labels;
    for (const Bar& bar : bars_)
        labels.push_back({bar.name, bar.hint});
    setLabels(std::move(labels));
}

QColor OverheadBars::colorOf(Part part, const Tokens& tokens) {
    constexpr std::array<std::size_t, parts.size()> series{0, 1, 6};
    return tokens.series[series[static_cast<std::size_t>(part)]];
}

QString OverheadBars::nameOf(Part part) {
    return part == Part::save ? tr("save") : part == Part::rework ? tr("rework") : tr("restart");
}

double OverheadBars::fullShare() const {
    double best = INFINITY;
    double most = 0;
    for (const Bar& bar : bars_) {
        const double total = bar.expected.total();
        if (isEndless(total)) continue;
        best = std::min(best, total);
        most = std::max(most, total);
    }
    return std::max(least, best > 0 ? std::min(most, longest * best) : most);
}

double OverheadBars::drawn(std::size_t bar, Part part) const {
    const OverheadCosts& costs = bars_[bar].expected;
    const std::array<double, parts.size()> shares{costs.stalls, costs.rework, costs.restarts};
    double left = fullShare();
    for (std::size_t i = 0; i < static_cast<std::size_t>(part); ++i)
        left -= std::min(left, shares[i]);
    return percentOf(std::min(left, shares[static_cast<std::size_t>(part)]));
}

void OverheadBars::layOut() {
    if (bars_.empty()) {
        series_->clear();
        return lines_.clear();
    }
    std::vector<Tick> values;
    for (std::size_t i = 0; i < bars_.size(); ++i)
        values.push_back({rowY(i), valueText(bars_[i])});
    grid().setRightLabels(std::move(values));
    const double right = bounds().right() - grid().rightLabelWidth();
    setRowFrame(grid().yLabelWidth(frame()), right, 0, percentOf(fullShare()));
    setValues();
    setLines();
}

void OverheadBars::setValues() {
    series_->clear();
    for (const Part part : parts) {
        auto set = std::make_unique<QBarSet>(nameOf(part));
        // The axis counts from the lowest row.
        for (std::size_t i = bars_.size(); i-- > 0;)
            set->append(drawn(i, part));
        set->setColor(colorOf(part, theme_.tokens()));
        set->setPen(Qt::NoPen);
        series_->append(set.release());
    }
}

/// Where bars are cut, what was played, and which bar is held.
void OverheadBars::setLines() {
    const Tokens& tokens = theme_.tokens();
    const double full = fullShare();
    const double pixel = percentOf(full) / frame().area.width();
    constexpr double half = barThickness / 2;
    std::vector<LinePool::Line> lines;
    for (std::size_t i = 0; i < bars_.size(); ++i) {
        const double y = rowY(i);
        if (!(bars_[i].expected.total() <= full * (1 + least))) {
            for (const double back : {14.0, 9.0}) {
                const double x = percentOf(full) - back * pixel;
                lines.push_back({{{x, y - half}, {x + 4 * pixel, y + half}}, QPen(tokens.surface, 2)});
            }
        }
        const auto& played = bars_[i].simulated;
        if (played && played->mean <= full) {
            const QPen pen(tokens.text, 1.5);
            const double at = percentOf(played->mean);
            const double reach = percentOf(played->margin);
            lines.push_back({{{at, y - half}, {at, y + half}}, pen});
            lines.push_back(
                {{{std::max(0.0, at - reach), y}, {std::min(percentOf(full), at + reach), y}}, pen});
        }
        if (held() == i) {
            const double end = drawn(i, Part::save) + drawn(i, Part::rework) + drawn(i, Part::restart);
            lines.push_back({{{0, y - half}, {end, y - half}, {end, y + half}, {0, y + half}, {0, y - half}},
                             QPen(tokens.text, 1)});
        }
    }
    lines_.set(lines);
}

}  // namespace stepvault::ui
