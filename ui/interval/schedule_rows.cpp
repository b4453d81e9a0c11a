#include "ui/interval/schedule_rows.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr int rowHeight = 19;
constexpr double markWidth = 2;
constexpr double markHeight = 11;
/// Marks that are closer on average, in pixels, show as density.
constexpr int closest = 4;
constexpr double faintest = 0.2;
constexpr std::ptrdiff_t spreadPixels = 6;

/// Averages over neighbours, so that marks between whole pixels make no stripes; nothing beyond the
/// outermost.
std::vector<double> spread(const std::vector<double>& counts) {
    const auto isMarked = [](double count) { return count > 0; };
    const auto first = std::ranges::find_if(counts, isMarked) - counts.begin();
    auto last = static_cast<std::ptrdiff_t>(counts.size()) - 1;
    while (last > first && counts[static_cast<std::size_t>(last)] == 0)
        --last;
    std::vector<double> averages(counts.size());
    for (auto x = first; x <= last; ++x) {
        double sum = 0;
        double weights = 0;
        for (auto at = std::max(first, x - spreadPixels); at <= std::min(last, x + spreadPixels); ++at) {
            const auto weight = static_cast<double>(spreadPixels + 1 - std::abs(at - x));
            sum += weight * counts[static_cast<std::size_t>(at)];
            weights += weight;
        }
        averages[static_cast<std::size_t>(x)] = sum / weights;
    }
    return averages;
}
}  // namespace

ScheduleRows::ScheduleRows(const Theme& theme, QWidget* parent) : QWidget(parent), theme_(theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Planned checkpoints of each schedule"));
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ScheduleRows::setRows(std::vector<Row> rows) {
    rows_ = std::move(rows);
    QStringList lines;
    for (const Row& row : rows_)
        lines << row.hint;
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    count();
    updateGeometry();
    update();
}

void ScheduleRows::setFrame(const PlotFrame& frame) {
    frame_ = frame;
    count();
    update();
}

void ScheduleRows::count() {
    const auto width = static_cast<std::size_t>(std::max(0.0, frame_.area.width()));
    columns_.assign(rows_.size(), {});
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        Columns& columns = columns_[i];
        columns.counts.assign(width, 0);
        for (const std::int64_t step : rows_[i].steps) {
            const double x = frame_.sceneX(static_cast<double>(step)) - frame_.area.left();
            if (!(x >= 0) || x >= static_cast<double>(width)) continue;
            ++columns.shown;
            ++columns.counts[static_cast<std::size_t>(x)];
        }
        columns.isDense = columns.shown * closest > static_cast<int>(width);
        if (columns.isDense) columns.counts = spread(columns.counts);
        columns.most = columns.counts.empty() ? 0 : *std::ranges::max_element(columns.counts);
    }
}

QSize ScheduleRows::sizeHint() const {
    return {240, rowHeight * static_cast<int>(rows_.size()) + 4};
}

void ScheduleRows::paintMarks(QPainter& painter, const Columns& columns, const QRectF& lane,
                              const QColor& color) const {
    const auto width = static_cast<int>(columns.counts.size());
    const double top = lane.center().y() - markHeight / 2;
    for (int x = 0; x < width; ++x) {
        const double marks = columns.counts[static_cast<std::size_t>(x)];
        if (marks == 0) continue;
        const double share = marks / columns.most;
        const QColor shade = columns.isDense
                                 ? blend(theme_.tokens().surface, color, faintest + (1 - faintest) * share)
                                 : color;
        painter.fillRect(
            QRectF(std::floor(lane.left()) + x, top, columns.isDense ? 1 : markWidth, markHeight), shade);
    }
}

void ScheduleRows::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Tokens& tokens = theme_.tokens();
    QFont plain = font();
    plain.setPixelSize(captionPixels);
    QFont bold = plain;
    bold.setWeight(QFont::DemiBold);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        const QRectF lane(frame_.area.left(), static_cast<double>(i) * rowHeight, frame_.area.width(),
                          rowHeight);
        painter.setFont(row.accented ? bold : plain);
        painter.setPen(row.accented ? tokens.accent : tokens.muted);
        painter.drawText(QRectF(0, lane.top(), lane.left() - 10, rowHeight),
                         Qt::AlignRight | Qt::AlignVCenter, row.name);
        const double middle = std::floor(lane.center().y()) + 0.5;
        painter.setPen(QPen(tokens.grid, 1));
        painter.drawLine(QPointF(lane.left(), middle), QPointF(lane.right(), middle));
        if (i < columns_.size())
            paintMarks(painter, columns_[i], lane, row.accented ? tokens.accent : tokens.muted);
    }
}

bool ScheduleRows::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = static_cast<std::size_t>(std::max(0, help->pos().y()) / rowHeight);
    if (row < rows_.size())
        QToolTip::showText(help->globalPos(), rows_[row].hint, this);
    else
        QToolTip::hideText();
    return true;
}

}  // namespace stepvault::ui
