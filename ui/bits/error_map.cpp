#include "ui/bits/error_map.h"

#include <algorithm>
#include <utility>

#include <QKeyEvent>
#include <QPaintEvent>
#include <QPainter>

#include "ui/bits/error_color.h"
#include "ui/text/format.h"
#include "ui/theme/sizes.h"
#include "ui/theme/theme.h"

namespace stepvault::ui {

namespace {
constexpr double leftRoom = 190;
constexpr double topRoom = 20;
constexpr double rightRoom = 14;
constexpr double rowHeight = 18;
constexpr double widestCell = 44;
constexpr double labelWidth = 60;
/// Smaller cells have no gap between them.
constexpr double leastForGap = 5;
}  // namespace

ErrorMap::ErrorMap(const Theme& theme, QWidget* parent) : Walked(parent), theme_(theme) {
    connect(&theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    setAccessibleName(tr("Relative error by tensor and step"));
}

void ErrorMap::setGrid(std::shared_ptr<const ErrorGrid> grid) {
    grid_ = std::move(grid);
    setMinimumHeight(static_cast<int>(topRoom + rowHeight * static_cast<double>(grid_->rows())) + 4);
    tellAgain();
}

QRectF ErrorMap::plotArea() const {
    return QRectF(leftRoom, topRoom, std::max(1.0, width() - leftRoom - rightRoom),
                  rowHeight * static_cast<double>(grid_->rows()));
}

QRectF ErrorMap::cell(std::size_t row, std::size_t column) const {
    const QRectF area = plotArea();
    const double wide =
        std::min(widestCell, area.width() / static_cast<double>(std::max<std::size_t>(1, grid_->columns())));
    return {area.left() + wide * static_cast<double>(column),
            area.top() + rowHeight * static_cast<double>(row), wide, rowHeight};
}

std::optional<std::size_t> ErrorMap::partAt(const QPointF& place) const {
    if (partCount() == 0) return {};
    const QRectF first = cell(0, 0);
    if (place.x() < first.left() || place.y() < first.top()) return {};
    const auto column = static_cast<std::size_t>((place.x() - first.left()) / first.width());
    const auto row = static_cast<std::size_t>((place.y() - first.top()) / first.height());
    if (column >= grid_->columns() || row >= grid_->rows()) return {};
    return row * grid_->columns() + column;
}

QString ErrorMap::describe(std::optional<std::size_t> part) const {
    if (!part) {
        return tr("%1 by %2")
            .arg(counted(grid_->rows(), tr("%1 row"), tr("%1 rows")),
                 counted(grid_->columns(), tr("%1 checkpoint"), tr("%1 checkpoints")));
    }
    const std::size_t row = *part / grid_->columns();
    const std::size_t column = *part % grid_->columns();
    const auto error = grid_->error(row, column);
    const QString where = tr("%1, step %2").arg(grid_->name(row), formatStep(grid_->step(column)));
    return error ? tr("%1: relative error %2").arg(where, formatError(*error))
                 : tr("%1: coded without a loss").arg(where);
}

void ErrorMap::keyPressEvent(QKeyEvent* event) {
    const bool isVertical = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (!isVertical || partCount() == 0) {
        Walked::keyPressEvent(event);
    } else if (!held()) {
        hold(event->key() == Qt::Key_Down ? 0 : partCount() - grid_->columns());
    } else if (event->key() == Qt::Key_Up) {
        if (*held() >= grid_->columns()) hold(*held() - grid_->columns());
    } else if (*held() + grid_->columns() < partCount()) {
        hold(*held() + grid_->columns());
    }
    if (held()) emit walkedTo(cell(*held() / grid_->columns(), *held() % grid_->columns()).toAlignedRect());
}

void ErrorMap::paintSteps(QPainter& painter) const {
    painter.setPen(theme_.tokens().muted);
    double labelled = -labelWidth;
    for (std::size_t column = 0; column < grid_->columns(); ++column) {
        const double middle = cell(0, column).center().x();
        if (middle - labelled < labelWidth) continue;
        labelled = middle;
        painter.drawText(QRectF(middle - labelWidth / 2, 0, labelWidth, topRoom - 3),
                         Qt::AlignHCenter | Qt::AlignBottom, formatStep(grid_->step(column)));
    }
}

void ErrorMap::paintEvent(QPaintEvent* event) {
    if (partCount() == 0) return;
    QPainter painter(this);
    QFont font = painter.font();
    font.setPixelSize(captionPixels);
    painter.setFont(font);
    const Tokens& tokens = theme_.tokens();
    paintSteps(painter);
    for (std::size_t row = 0; row < grid_->rows(); ++row) {
        const QRectF first = cell(row, 0);
        if (first.bottom() < event->rect().top() || first.top() > event->rect().bottom()) continue;
        painter.setPen(tokens.text);
        painter.drawText(QRectF(12, first.top(), leftRoom - 22, rowHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(grid_->name(row), Qt::ElideMiddle,
                                                          static_cast<int>(leftRoom) - 22));
        for (std::size_t column = 0; column < grid_->columns(); ++column) {
            const auto error = grid_->error(row, column);
            if (!error) continue;
            const QRectF at = cell(row, column);
            const double gap = at.width() >= leastForGap ? 1 : 0;
            painter.fillRect(at.adjusted(0, 0, -gap, -1), errorColor(tokens, *error));
        }
    }
    if (!held()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(tokens.text, 2));
    painter.drawRect(cell(*held() / grid_->columns(), *held() % grid_->columns()).adjusted(0, 0, -1, -1));
}

}  // namespace stepvault::ui
