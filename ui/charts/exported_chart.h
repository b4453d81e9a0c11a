// A chart as it is written into a file.
#pragma once

#include <functional>
#include <vector>

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QPen>
#include <QRectF>
#include <QString>

class QAbstractItemModel;
class QPainter;
class QWidget;

namespace stepvault::ui {

struct ExportedChart {
    struct LegendEntry {
        QPen pen;
        QString name;
    };

    QString title;
    QSizeF size;  ///< of the drawing, in pixels of the screen
    QColor ground;
    QColor ink;
    QFont font;
    std::function<void(QPainter&, const QRectF&)> paint;  ///< GUI thread, while the chart lives
    std::vector<LegendEntry> legend;                      ///< empty where the chart needs none
    std::function<QByteArray()> table;                    ///< its numbers as CSV; any thread
};

/// A widget that is offered for export while it is visible.
class ExportableChart {
 public:
    ExportableChart() = default;
    ExportableChart(const ExportableChart&) = delete;
    ExportableChart& operator=(const ExportableChart&) = delete;

    [[nodiscard]] virtual ExportedChart exported() = 0;

 protected:
    ~ExportableChart() = default;
};

/// A widget that paints itself; `numbers`: its values as a table.
ExportedChart exportedWidget(const QString& title, QWidget& chart, const QAbstractItemModel& numbers);

}  // namespace stepvault::ui
