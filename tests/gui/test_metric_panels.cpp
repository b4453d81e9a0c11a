#include <cmath>
#include <fstream>

#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "gui/keyboard_names.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/compare/compare_page.h"
#include "ui/metrics/metric_panel.h"
#include "ui/metrics/metrics_page.h"
#include "ui/metrics/panel_board.h"
#include "ui/metrics/panel_grid.h"
#include "ui/run/chart_card.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"

namespace test_metric_panels {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds
constexpr int extraMetrics = 12;

void writeMetrics(const fs::path& folder, int run, int last) {
    fs::create_directories(folder);
    std::ofstream metrics(folder / "metrics.jsonl");
    for (int step = 1; step <= last; ++step) {
        metrics << "{\"step\": " << step << ", \"loss\": " << run + 1.0 / step
                << ", \"eval/loss\": " << run + 2.0 / step;
        for (int i = 0; i < extraMetrics; ++i)
            metrics << ", \"sys/" << static_cast<char>('a' + i) << "\": " << i + step;
        metrics << "}\n";
    }
}

}  // namespace

/// Clicks in the window on a vault that the engine made from runs' files.
class TestMetricPanels : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void everyMetricHasAPanel();
    void panelsOutOfViewHaveNoPoints();
    void oneCrosshairThroughAll();
    void controlsRuleAllPanels();
    void filterAndEmptyState();
    void groupsFoldAndAreRemembered();
    void titleLeadsToTheLargeChart();
    void severalRunsInPanels();
    void growthIsShown();

 private:
    [[nodiscard]] fs::path path(const std::string& name) const { return toPath(folder_.path()) / name; }
    PanelBoard& board() { return window_->metricsPage().board(); }
    MetricPanel& panel(const std::string& tag) { return *board().grid().panel(tag); }
    void makeWindow();
    void clickRun(const char* name, Qt::KeyboardModifiers modifiers = {});
    void click(QWidget& parent, const QString& text);

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestMetricPanels::initTestCase() {
    QVERIFY(folder_.isValid());
    writeMetrics(path("runs/alpha"), 0, 40);
    writeMetrics(path("runs/beta"), 1, 60);
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    QVERIFY(test::watch_once(**library, {path("runs/alpha"), path("runs/beta")}).ok());
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

void TestMetricPanels::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    makeWindow();
}

void TestMetricPanels::makeWindow() {
    window_.reset();
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runsPanel().model().rowCount() > 2, patience);
    clickRun("alpha");
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("alpha"), patience);
    window_->showPage(QStringLiteral("metrics"));
    QTRY_VERIFY_WITH_TIMEOUT(
        board().grid().panel("loss") != nullptr && !panel("loss").plot().model().curves().empty(), patience);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
}

void TestMetricPanels::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    settings_.reset();
    QFile::remove(folder_.filePath(QStringLiteral("settings.ini")));
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestMetricPanels::clickRun(const char* name, Qt::KeyboardModifiers modifiers) {
    QListView& list = *window_->runsPanel().view();
    for (const RunEntry& run : window_->runsPanel().model().runs()) {
        if (run.info.row.name != name) continue;
        const QModelIndex row = window_->runsPanel().model().indexOf(toQString(run.info.row.id));
        return QTest::mouseClick(list.viewport(), Qt::LeftButton, modifiers, list.visualRect(row).center());
    }
    QFAIL(name);
}

void TestMetricPanels::click(QWidget& parent, const QString& text) {
    for (QToolButton* button : parent.findChildren<QToolButton*>()) {
        if (button->text() == text && button->isVisible()) return QTest::mouseClick(button, Qt::LeftButton);
    }
    QFAIL(qPrintable(text));
}

void TestMetricPanels::everyMetricHasAPanel() {
    QCOMPARE(board().grid().panelCount(), std::size_t{extraMetrics + 2});
    const auto& curves = panel("loss").plot().model().curves().curves();
    QCOMPARE(curves.size(), std::size_t{1});
    QCOMPARE(curves[0].given.points.size(), std::size_t{40});
    QVERIFY(std::fabs(curves[0].given.points.back().y - 1.0 / 40) < 1e-9);
    VERIFY_ALL_NAMED(*window_);
    window_->resize(window_->minimumSize());

    QVERIFY2(board().minimumSizeHint().width() < 500, "the window can be made small");
    QTRY_COMPARE(board().grid().widget()->width(), board().grid().viewport()->width());
}

void TestMetricPanels::panelsOutOfViewHaveNoPoints() {
    const PlotModel& last = panel("sys/l").plot().model();
    QVERIFY(last.curves().empty());
    QVERIFY(!panel("sys/l").isInView());
    QScrollBar& bar = *board().grid().verticalScrollBar();
    bar.setValue(bar.maximum());
    QTRY_VERIFY_WITH_TIMEOUT(!last.curves().empty(), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(panel("loss").plot().model().curves().empty(), "out of view", patience);
}

void TestMetricPanels::oneCrosshairThroughAll() {
    PlotView& from = panel("loss").plot();
    PlotView& other = panel("eval/loss").plot();
    from.flush();
    other.flush();
    QTest::mouseMove(from.viewport(), from.frame().area.center().toPoint());
    QTRY_VERIFY(!from.readoutText().isEmpty());
    QVERIFY(!other.readoutText().isEmpty());
    QCOMPARE(other.readoutText().section(u'\n', 0, 0), from.readoutText().section(u'\n', 0, 0));
    QVERIFY(other.readoutText() != from.readoutText());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(from.viewport(), &leave);
    QCoreApplication::sendEvent(&from, &leave);
    QVERIFY(other.readoutText().isEmpty() && from.readoutText().isEmpty());
}

void TestMetricPanels::controlsRuleAllPanels() {
    click(board().controls().scale(), QStringLiteral("Log"));
    QCOMPARE(panel("loss").plot().model().scale(), AxisScale::log);
    QCOMPARE(panel("sys/l").plot().model().scale(), AxisScale::log);
    const int before = board().grid().columns();
    click(board().size(), QStringLiteral("Large"));
    QVERIFY(board().grid().columns() < before);
    makeWindow();
    QCOMPARE(board().size().current(), 2);
    QVERIFY2(board().grid().columns() < before, "the size is remembered");
}

void TestMetricPanels::filterAndEmptyState() {
    board().filter().setText(QStringLiteral("loss"));
    QCOMPARE(board().grid().panelCount(), std::size_t{2});
    board().filter().setText(QStringLiteral("loss bert"));
    QVERIFY(!board().grid().isVisible());
    board().filter().clear();
    QVERIFY(board().grid().isVisible());
    QTRY_VERIFY2_WITH_TIMEOUT(!panel("loss").plot().model().curves().empty(), "they are drawn again",
                              patience);
}

void TestMetricPanels::groupsFoldAndAreRemembered() {
    click(board(), QStringLiteral("eval · 1"));
    QVERIFY(!panel("eval/loss").isVisible());
    QVERIFY(panel("loss").isVisible());
    makeWindow();
    QVERIFY2(!panel("eval/loss").isVisible(), "folded groups are remembered");
    click(board(), QStringLiteral("eval · 1"));
    QVERIFY(panel("eval/loss").isVisible());
}

void TestMetricPanels::titleLeadsToTheLargeChart() {
    click(panel("eval/loss"), QStringLiteral("eval/loss"));
    QCOMPARE(window_->runPage().currentTab(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().chart().plot().name(), QStringLiteral("eval/loss"),
                              patience);
}

void TestMetricPanels::severalRunsInPanels() {
    clickRun("beta", Qt::ControlModifier);
    ComparePage& page = window_->comparePage();
    QTRY_VERIFY_WITH_TIMEOUT(page.isSettled(), patience);
    click(page.view(), QStringLiteral("Panels"));
    QTRY_VERIFY_WITH_TIMEOUT(
        page.panels().grid().panel("eval/loss") != nullptr &&
            page.panels().grid().panel("eval/loss")->plot().model().curves().curves().size() == 2,
        patience);
    const auto& curves = page.panels().grid().panel("eval/loss")->plot().model().curves().curves();
    QCOMPARE(curves[1].given.name, QStringLiteral("beta"));
    QVERIFY(curves[0].given.color != curves[1].given.color);
    VERIFY_ALL_NAMED(*window_);
    click(*page.panels().grid().panel("eval/loss"), QStringLiteral("eval/loss"));
    QTRY_COMPARE_WITH_TIMEOUT(page.model().comparison().tag, std::string("eval/loss"), patience);
    QCOMPARE(page.view().current(), 0);
}

void TestMetricPanels::growthIsShown() {
    writeMetrics(path("runs/alpha"), 0, 50);
    auto library = test::open_library(path("vault"));
    QVERIFY(library.ok());
    QVERIFY(test::watch_once(**library, {path("runs/alpha")}).ok());
    QTRY_COMPARE_WITH_TIMEOUT(panel("loss").plot().model().curves().curves()[0].given.points.size(),
                              std::size_t{50}, patience);
}

STEPVAULT_TEST(TestMetricPanels)

}  // namespace test_metric_panels

#include "test_metric_panels.moc"
