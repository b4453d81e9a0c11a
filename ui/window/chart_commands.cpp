#include "ui/window/chart_commands.h"

#include <QAction>
#include <QCursor>
#include <QMenu>

#include "ui/charts/exported_chart.h"
#include "ui/charts/plot_view.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/window/notice_bar.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

ChartCommands::ChartCommands(QWidget& window, const RunPage& run, JobRunner& runner,
                             const WindowActions& actions, NoticeBar& notice)
    : QObject(&window), window_(window), run_(run), notice_(notice), exporter_(runner) {
    connect(actions.exportChart, &QAction::triggered, this, &ChartCommands::exportChart);
    connect(actions.resetZoom, &QAction::triggered, this, [this] {
        if (PlotView* plot = shownChart()) plot->resetZoom();
    });
    connect(&exporter_, &ChartExporter::written, this, [this](const std::filesystem::path& file) {
        notice_.tell(WatchNotes::Kind::info, tr("The chart was written to %1.").arg(formatPath(file)));
    });
    connect(&exporter_, &ChartExporter::failed, this, [this](const QString& message) {
        notice_.tell(WatchNotes::Kind::bad, tr("The chart was not written: %1.").arg(message));
    });
}

PlotView* ChartCommands::shownChart() const {
    PlotView* shown = nullptr;
    for (PlotView* plot : window_.findChildren<PlotView*>()) {
        if (plot->isVisible() && !plot->model().isEmpty() && (shown == nullptr || plot->hasFocus()))
            shown = plot;
    }
    return shown;
}

void ChartCommands::choose(QWidget* chart) {
    ExportedChart exported = dynamic_cast<ExportableChart*>(chart)->exported();
    if (run_.isVisible()) exported.title.prepend(toQString(run_.run().row.name) + u' ');
    exporter_.choose(exported, &window_);
}

void ChartCommands::exportChart() {
    QList<QWidget*> shown;
    for (QWidget* widget : window_.findChildren<QWidget*>()) {
        if (dynamic_cast<ExportableChart*>(widget) != nullptr && widget->isVisible()) shown << widget;
    }
    if (shown.isEmpty()) return notice_.tell(WatchNotes::Kind::info, tr("There is no chart here to export."));
    if (shown.size() == 1) return choose(shown.front());
    auto* menu = new QMenu(&window_);
    menu->setObjectName(QStringLiteral("exportedCharts"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (QWidget* widget : shown) {
        const QString title = dynamic_cast<ExportableChart*>(widget)->exported().title;
        connect(menu->addAction(escapeMnemonics(title)), &QAction::triggered, widget,
                [this, widget] { choose(widget); });
    }
    menu->popup(QCursor::pos());
}

}  // namespace stepvault::ui
