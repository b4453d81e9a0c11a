#include "ui/window/window_pages.h"

#include "ui/bits/bits_page.h"
#include "ui/cluster/cluster_page.h"
#include "ui/compare/compare_page.h"
#include "ui/inside/inside_page.h"
#include "ui/interval/interval_page.h"
#include "ui/log/log_page.h"
#include "ui/metrics/metrics_page.h"
#include "ui/run/run_page.h"
#include "ui/session/app_settings.h"
#include "ui/start/start_page.h"
#include "ui/vault/space_card.h"
#include "ui/vault/vault_page.h"
#include "ui/window/run_desk.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_actions.h"

namespace stepvault::ui {

WindowPages makePages(const Theme& theme, JobRunner& runner, AppSettings& settings,
                      RestoreController& restore, const WindowActions& actions, LogModel& log,
                      QWidget* window) {
    WindowPages pages;
    pages.start = new StartPage(theme, window);
    pages.runs = new RunsPanel(theme, window);
    pages.desk = new RunDesk(theme, settings, *pages.runs, window);
    pages.run = new RunPage(theme, restore, {actions.restore, actions.lookInside, actions.pin}, window);
    pages.metrics = new MetricsPage(theme, runner, window);
    pages.bits = new BitsPage(theme, runner, settings, window);
    pages.interval = new IntervalPage(theme, runner, settings, window);
    pages.cluster = new ClusterPage(theme, runner, window);
    pages.inside = new InsidePage(theme, runner, window);
    pages.compare = new ComparePage(theme, runner, window);
    pages.vault = new VaultPage(theme, runner, window);
    pages.log = new LogPage(theme, log, window);
    pages.run->setInside(pages.inside);
    pages.run->addTab(pages.metrics, RunPage::tr("Metrics"));
    pages.run->addTab(pages.bits, RunPage::tr("Bits"));
    pages.run->addTab(pages.interval, RunPage::tr("Interval"));
    pages.run->addTab(pages.cluster, RunPage::tr("Cluster"));
    pages.run->setExportAction(actions.exportChart);
    pages.compare->setExportAction(actions.exportChart);
    pages.vault->space().setExportAction(actions.exportChart);
    QObject::connect(pages.desk, &RunDesk::forecastChanged, &pages.vault->space(), &SpaceCard::setForecast);
    return pages;
}

}  // namespace stepvault::ui
