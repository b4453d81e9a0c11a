#include "ui/interval/schedule_rows.h"

#include <utility>

#include "ui/charts/grid_layer.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double markPixels = 7;
constexpr double heldPixels = 9;
/// Marks do not lie closer.
constexpr double leastDistance = 4;
}  // namespace

ScheduleRows::ScheduleRows(const Theme& theme, QWidget* parent)
    : RowChart(theme, parent), theme_(theme), dots_(*chart()) {
    setAccessibleName(tr("Planned checkpoints of each schedule"));
    grid().setXAxis(tr("step"), AxisKind::whole, AxisScale::linear);
}

void ScheduleRows::setRows(std::vector<Row> rows) {
    rows_ = std::move(rows);
    std::vector<Label> labels;
    for (const Row& row : rows_)
        labels.push_back({row.name, row.hint});
    setLabels(std::move(labels));
}

void ScheduleRows::alignTo(const PlotFrame& above) {
    above_ = above;
    layOut();
}

QList<QPointF> ScheduleRows::marksOf(std::size_t row) const {
    QList<QPointF> marks;
    double last = -leastDistance;
    for (const std::int64_t step : rows_[row].steps) {
        const double x = frame().sceneX(static_cast<double>(step)) - frame().area.left();
        if (x < 0 || x > frame().area.width() || x - last < leastDistance) continue;
        last = x;
        marks.append({static_cast<double>(step), rowY(row)});
    }
    return marks;
}

void ScheduleRows::layOut() {
    if (rows_.empty() || above_.area.isEmpty()) return dots_.set({});
    const Tokens& tokens = theme_.tokens();
    setRowFrame(above_.area.left(), above_.area.right(), above_.range.x0, above_.range.x1);
    std::vector<DotPool::Dots> dots(3);
    dots[0] = {.points = {}, .size = markPixels, .brush = tokens.muted};
    dots[1] = {.points = {}, .size = markPixels, .brush = tokens.accent};
    dots[2] = {.points = {}, .size = heldPixels, .brush = tokens.text};
    for (std::size_t i = 0; i < rows_.size(); ++i)
        dots[held() == i ? 2 : rows_[i].accented ? 1 : 0].points += marksOf(i);
    dots_.set(dots);
}

}  // namespace stepvault::ui
