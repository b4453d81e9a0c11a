#include "ui/bits/exponent_chart.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QBarSet>
#include <QChart>
#include <QStackedBarSeries>

#include "ui/charts/chart_series.h"
#include "ui/charts/grid_layer.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr std::size_t mostExponents = 28;
constexpr double rightOfBars = 30;
constexpr double widestBar = 22;
constexpr double barShare = 0.9;
constexpr double barHeadRoom = 1.05;  // of the highest bar
/// Below this share of the highest bar nothing is seen of one, nor of its error.
constexpr double leastShare = 1e-3;
}  // namespace

ExponentChart::ExponentChart(const Theme& theme, QWidget* parent)
    : WalkedChart(theme, parent),
      theme_(theme),
      bars_(addSeries<QStackedBarSeries>(*chart())),
      lines_(*chart()),
      dots_(*chart()) {
    bars_->setBarWidth(barShare);
    setAccessibleName(tr("Changes by exponent, and the error of dropping each bucket"));
}

void ExponentChart::setRows(std::vector<ExponentRow> rows, std::optional<std::map<int, std::uint64_t>> kept) {
    rows_ = std::move(rows);
    kept_ = std::move(kept);
    // They come highest first; exponents far below hardly count.
    if (rows_.size() > mostExponents) rows_.resize(mostExponents);
    std::uint64_t most = 0;
    for (const ExponentRow& row : rows_)
        most = std::max(most, row.count);
    while (rows_.size() > 1 &&
           static_cast<double>(rows_.back().count) < leastShare * static_cast<double>(most) &&
           rows_.back().removal_error < leastShare)
        rows_.pop_back();
    std::ranges::reverse(rows_);
    tellAgain();
}

double ExponentChart::keptShare(std::size_t row) const {
    if (!kept_) return 0;
    const auto at = kept_->find(rows_[row].exponent);
    const double count = static_cast<double>(std::max<std::uint64_t>(1, rows_[row].count));
    return at == kept_->end() ? 0 : static_cast<double>(at->second) / count;
}

QString ExponentChart::describeRow(std::size_t row) const {
    const ExponentRow& at = rows_[row];
    const QString what =
        tr("2^%1: %2, dropping them alone leaves an error of %3")
            .arg(at.exponent)
            .arg(counted(at.count, tr("%1 change"), tr("%1 changes")), formatError(at.removal_error));
    return kept_ ? tr("%1; %2 % kept").arg(what, formatNumber(100 * keptShare(row), 3)) : what;
}

QString ExponentChart::describe(std::optional<std::size_t> part) const {
    if (part) return describeRow(*part);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        kept += keptShare(i) > 0 ? 1 : 0;
    return tr("%1 of %2 kept").arg(kept).arg(counted(rows_.size(), tr("%1 exponent"), tr("%1 exponents")));
}

void ExponentChart::layOut() {
    if (rows_.empty()) return;
    const Tokens& tokens = theme_.tokens();
    std::uint64_t most = 1;
    for (const ExponentRow& row : rows_)
        most = std::max(most, row.count);
    const double highest = barHeadRoom * static_cast<double>(most);
    // A few bars are no wider than many.
    const double places = std::max(static_cast<double>(rows_.size()), (width() - rightOfBars) / widestBar);
    std::vector<Tick> labels;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        labels.push_back({static_cast<double>(i), formatPowerOfTwo(rows_[i].exponent)});
    grid().setXLabels(std::move(labels));
    grid().setXAxis(tr("Size of the change (power of two)"), AxisKind::number, AxisScale::linear);
    grid().setYAxis(tr("Number of changes"), AxisScale::linear, true);
    grid().setRightAxis(tr("Relative error"), tokens.series[1]);
    PlotFrame plot{
        {QPointF(0, GridLayer::above),
         QPointF(width() - rightOfBars, std::max<double>(height() - GridLayer::below, GridLayer::above + 1))},
        {-0.5, places - 0.5, 0, highest}};
    plot.area.setLeft(grid().yLabelWidth(plot));
    setFrame(plot);
    setBars();
    setErrors(highest);
}

void ExponentChart::setBars() {
    const Tokens& tokens = theme_.tokens();
    auto kept = std::make_unique<QBarSet>(QString());
    auto rest = std::make_unique<QBarSet>(QString());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const auto count = static_cast<double>(rows_[i].count);
        kept->append(count * keptShare(i));
        rest->append(count * (1 - keptShare(i)));
    }
    kept->setColor(tokens.accent);
    rest->setColor(blend(tokens.surface, tokens.faint, 0.4));
    for (QBarSet* set : {kept.get(), rest.get()})
        set->setPen(Qt::NoPen);
    bars_->clear();
    bars_->append(kept.release());
    bars_->append(rest.release());
}

/// The errors on an axis from 0 to 1 at the right; `highest`: the end of the axis of the bars.
void ExponentChart::setErrors(double highest) {
    const Tokens& tokens = theme_.tokens();
    QList<QPointF> errors;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        errors.append({static_cast<double>(i), rows_[i].removal_error * highest});
    std::vector<LinePool::Line> lines{{errors, QPen(tokens.series[1], 1.5)}};
    if (held()) {
        constexpr double half = barShare / 2;
        const auto x = static_cast<double>(*held());
        const auto top = static_cast<double>(rows_[*held()].count);
        lines.push_back(
            {{{x - half, 0}, {x - half, top}, {x + half, top}, {x + half, 0}}, QPen(tokens.text, 1)});
    }
    const bool isAbove = lines_.set(lines);
    dots_.set({{.points = errors, .brush = tokens.series[1]}});
    if (isAbove) dots_.raise();
}

std::optional<std::size_t> ExponentChart::partAt(const QPointF& place) const {
    const auto row = static_cast<std::size_t>(std::max(0.0, frame().valueX(place.x()) + 0.5));
    return row < rows_.size() ? std::optional(row) : std::nullopt;
}

}  // namespace stepvault::ui
