#include "ui/charts/exported_chart.h"

#include <QPainter>
#include <QWidget>

#include "ui/charts/chart_table.h"

namespace stepvault::ui {

ExportedChart exportedWidget(const QString& title, QWidget& chart, const QAbstractItemModel& numbers) {
    const QPalette palette = chart.palette();
    return {.title = title,
            .size = chart.size(),
            .ground = palette.color(QPalette::Base),
            .ink = palette.color(QPalette::WindowText),
            .font = chart.font(),
            .paint =
                [&chart](QPainter& painter, const QRectF& target) {
                    painter.save();
                    painter.translate(target.topLeft());
                    chart.render(&painter, {}, {}, QWidget::DrawChildren);
                    painter.restore();
                },
            .legend = {},
            .table = [bytes = chartTable(numbers)] { return bytes; }};
}

}  // namespace stepvault::ui
