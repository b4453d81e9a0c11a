#pragma once

#include <QObject>

#include "ui/charts/chart_exporter.h"

class QWidget;

namespace stepvault::ui {

class NoticeBar;
class PlotView;
class RunPage;
class WindowActions;

/// Resets the zoom of the chart that is shown and exports charts to files.
class ChartCommands : public QObject {
    Q_OBJECT

 public:
    /// Looks for charts in `window`. The references outlive the object.
    ChartCommands(QWidget& window, const RunPage& run, JobRunner& runner, const WindowActions& actions,
                  NoticeBar& notice);

 private:
    /// The visible chart with the focus, else the first one; nullptr where there is none.
    [[nodiscard]] PlotView* shownChart() const;
    void exportChart();
    void choose(QWidget* chart);

    QWidget& window_;
    const RunPage& run_;
    NoticeBar& notice_;
    ChartExporter exporter_;
};

}  // namespace stepvault::ui
