#include <cmath>
#include <set>

#include <QAbstractItemModelTester>
#include <QHelpEvent>
#include <QListView>
#include <QMenu>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>
#include <QtTest>

#include "gui/keyboard_names.h"
#include "gui/model_rows.h"
#include "gui/safetensors_run.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/compare/compare_card.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/curve_legend.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/theme/series_pen.h"
#include "ui/theme/theme.h"
#include "ui/widgets/curve_controls.h"
#include "ui/widgets/menu_choice.h"
#include "ui/widgets/segment_control.h"
#include "ui/widgets/smoothing_slider.h"
#include "ui/window/arrangement_button.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_actions.h"

namespace test_compare_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds
constexpr double start = 1.7e9;  // seconds since the epoch

double lossOf(int run, std::int64_t step) {
    return 1.0 + run + 1.0 / static_cast<double>(step);
}

/// A point every 10 seconds. Run 1 has a NaN at step 15 and its lowest loss at step 20.
void writeMetrics(const fs::path& folder, int run, std::int64_t last) {
    fs::create_directories(folder);
    std::ofstream metrics(folder / "metrics.jsonl");
    for (std::int64_t step = 1; step <= last; ++step) {
        const double dip = run == 1 && step == 20 ? 0.5 : 0;
        metrics << R"({"step": )" << step << R"(, "time": )" << std::fixed
                << start + 10.0 * static_cast<double>(step) << R"(, "loss": )";
        if (run == 1 && step == 15) {
            metrics << "NaN";
        } else {
            metrics << lossOf(run, step) - dip;
        }
        metrics << R"(, "accuracy": )" << static_cast<double>(step) / 100 << "}\n";
    }
}

}  // namespace

/// Clicks in the window on a vault that the engine made from runs' files.
class TestComparePage : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void severalRunsAreCompared();
    void keyboardChoosesSeveral();
    void oneRunAgainGoesBackToItsTab();
    void legendHidesAndShows();
    void metricScaleTimeAndSmoothing();
    void crosshairSaysAllValues();
    void zoomsAndComesBack();
    void tableSortsByNumbers();
    void growthIsShown();
    void noMetricInCommon();
    void manyRunsAreThinnedOut();
    void bestRunsAreShownInColorsOfTheirOwn();
    void arrangementIsRemembered();
    void everythingHasAName();
    void longMetricGivesWay();

 private:
    [[nodiscard]] fs::path path(const std::string& name) const { return toPath(folder_.path()) / name; }
    QListView& list() { return *window_->runsPanel().view(); }
    ComparePage& page() { return window_->comparePage(); }
    PlotView& plot() { return page().card().plot(); }
    void clickRun(const char* name, Qt::KeyboardModifiers modifiers = {});
    void settle();
    void choose(SegmentControl& control, const QString& text);
    [[nodiscard]] QStringList drawnNames();

    QTemporaryDir folder_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestComparePage::initTestCase() {
    QVERIFY(folder_.isValid());
    writeMetrics(path("runs/alpha"), 0, 40);
    writeMetrics(path("runs/beta"), 1, 60);
    writeMetrics(path("other/gamma"), 2, 40);
    writeFile(path("runs/alpha") / stepName(40), safetensorsBytes(40, 20000));
    fs::create_directories(path("other/plain"));
    std::ofstream(path("other/plain") / "metrics.jsonl") << R"({"step": 1, "speed": 300})" << '\n';
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    QVERIFY(test::watch_once(
                **library, {path("runs/alpha"), path("runs/beta"), path("other/gamma"), path("other/plain")})
                .ok());
    QCOMPARE((*library)->queries().runs()->size(), std::size_t{4});
    theme_ = std::make_unique<Theme>(*qApp);
    theme_->setMode(ThemeMode::light);
}

void TestComparePage::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runsPanel().model().rowCount() > 4, patience);
    clickRun("alpha");
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("alpha"), patience);
}

void TestComparePage::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    settings_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestComparePage::clickRun(const char* name, Qt::KeyboardModifiers modifiers) {
    for (const RunEntry& run : window_->runsPanel().model().runs()) {
        if (run.info.row.name != name) continue;
        const QModelIndex row = window_->runsPanel().model().indexOf(toQString(run.info.row.id));
        return QTest::mouseClick(list().viewport(), Qt::LeftButton, modifiers,
                                 list().visualRect(row).center());
    }
    QFAIL(name);
}

void TestComparePage::settle() {
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    plot().flush();
}

void TestComparePage::choose(SegmentControl& control, const QString& text) {
    for (QToolButton* button : control.findChildren<QToolButton*>()) {
        if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    }
    QFAIL(qPrintable(text));
}

QStringList TestComparePage::drawnNames() {
    QStringList names;
    for (const CurveSet::Curve& curve : plot().model().curves().curves())
        names << curve.given.name;
    return names;
}

void TestComparePage::severalRunsAreCompared() {
    QVERIFY(!page().isVisible());
    QVERIFY(window_->actions().restore->isEnabled());
    clickRun("beta", Qt::ControlModifier);
    QVERIFY(page().isVisible());
    QVERIFY2(!window_->actions().restore->isEnabled(), "no checkpoint is in sight");
    settle();
    QCOMPARE(page().model().comparison().tag, std::string("loss"));
    QCOMPARE(page().model().comparison().tags, (std::vector<std::string>{"loss", "accuracy"}));
    const auto& curves = plot().model().curves().curves();
    QCOMPARE(drawnNames(), QStringList({QStringLiteral("alpha"), QStringLiteral("beta")}));
    QCOMPARE(curves[0].given.points.size(), std::size_t{40});
    QVERIFY(std::fabs(curves[0].given.points.back().y - lossOf(0, 40)) < 1e-5);
    QCOMPARE(curves[1].given.points.back().x, 60.0);
    QVERIFY2(curves[1].raw.segments.size() == 2, "a NaN is a gap");
    RunListModel& runs = window_->runsPanel().model();
    for (const CurveSet::Curve& curve : curves)
        QCOMPARE(curve.given.color, static_cast<std::size_t>(runs.colorOf(curve.given.id)));
    QVERIFY(curves[0].given.color != curves[1].given.color);
    QCOMPARE(page().card().caption(), QStringLiteral("2 of 2 shown"));

    const CompareModel& model = page().model();
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(1, CompareModel::Run), QStringLiteral("beta"));
    QCOMPARE(text(1, CompareModel::LastStep), QStringLiteral("60"));
    QCOMPARE(text(1, CompareModel::LastValue), formatLoss(lossOf(1, 60)));
    QCOMPARE(text(1, CompareModel::Best), formatLoss(lossOf(1, 20) - 0.5));
    QCOMPARE(text(1, CompareModel::BestStep), QStringLiteral("20"));
    QCOMPARE(text(1, CompareModel::RelativeError), formatLoss({}));
    QCOMPARE(text(0, CompareModel::RelativeError), QStringLiteral("0"));
    QVERIFY(text(0, CompareModel::Ratio).endsWith(QLatin1Char('x')));
}

void TestComparePage::keyboardChoosesSeveral() {
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(window_->runsPanel().comparedRuns().size(), 4);
    settle();
    QCOMPARE(page().card().caption(), QStringLiteral("3 of 4 shown"));
    QTest::keyClick(&list(), Qt::Key_End);
    QVERIFY(window_->runsPanel().comparedRuns().isEmpty());
    QTest::keyClick(&list(), Qt::Key_Home);
    QVERIFY2(window_->runsPanel().selectedRun() == window_->runsPanel().model().firstRun(),
             "headings are passed over");
    QVERIFY(!page().isVisible());
    QTest::keyClick(&list(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(window_->runsPanel().comparedRuns().size(), 2);
    QVERIFY(page().isVisible());
    // A click on an empty place keeps the selection.
    QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, QPoint(20, list().viewport()->height() - 4));
    QCOMPARE(window_->runsPanel().comparedRuns().size(), 2);
    QCOMPARE(list().selectionModel()->selectedIndexes().size(), 2);
}

void TestComparePage::oneRunAgainGoesBackToItsTab() {
    window_->runPage().showTab(1);
    clickRun("beta", Qt::ControlModifier);
    QVERIFY(page().isVisible() && !window_->runPage().isVisible());
    clickRun("alpha");
    QVERIFY(!page().isVisible() && window_->runPage().isVisible());
    QCOMPARE(window_->runPage().currentTab(), 1);
    QCOMPARE(window_->runPage().run().row.name, std::string("alpha"));
    // A click in the table below the chart does the same.
    clickRun("beta", Qt::ControlModifier);
    settle();
    QTableView& table = page().table();
    table.setFocus();
    for (int row = 0; row < table.model()->rowCount(); ++row) {
        if (table.model()->index(row, 0).data().toString() == QStringLiteral("beta"))
            table.setCurrentIndex(table.model()->index(row, 0));
    }
    QTest::keyClick(&table, Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(window_->runPage().run().row.name, std::string("beta"), patience);
    QVERIFY(window_->runPage().isVisible());
}

void TestComparePage::legendHidesAndShows() {
    clickRun("beta", Qt::ControlModifier);
    clickRun("gamma", Qt::ControlModifier);
    settle();
    CurveLegend& legend = page().card().legend();
    const QAbstractItemModelTester tester(legend.model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(drawnNames().size(), 3);
    int alpha = 0;
    while (legend.model()->index(alpha, 0).data().toString() != QStringLiteral("alpha"))
        ++alpha;
    QTest::mouseClick(legend.viewport(), Qt::LeftButton, {},
                      legend.visualRect(legend.model()->index(alpha, 0)).center());
    plot().flush();
    QVERIFY(!drawnNames().contains(QStringLiteral("alpha")));
    QCOMPARE(page().card().caption(), QStringLiteral("2 of 3 shown"));
    // A hidden curve stays hidden when the runs are updated.
    window_->session()->refresh();
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QCOMPARE(drawnNames().size(), 2);
    legend.setFocus();
    QTest::keyClick(&legend, Qt::Key_Space);
    QCOMPARE(drawnNames().size(), 3);
}

void TestComparePage::metricScaleTimeAndSmoothing() {
    clickRun("beta", Qt::ControlModifier);
    settle();
    choose(page().card().controls().scale(), QStringLiteral("Log"));
    QVERIFY(plot().model().scale() == AxisScale::log);
    choose(page().card().controls().axisChoice(), QStringLiteral("Time"));
    plot().flush();
    const auto& curves = plot().model().curves().curves();
    // 590 seconds is the longest run.
    QVERIFY(std::fabs(curves[0].given.points.back().x - 390) < 1e-3);
    QVERIFY(std::fabs(curves[1].given.points.back().x - 590) < 1e-3);
    page().card().controls().smoothing().setFocus();
    QTest::keyClick(&page().card().controls().smoothing(), Qt::Key_PageUp);
    plot().flush();
    QVERIFY(plot().model().isSmoothed());
    QVERIFY2(!curves[0].smooth.segments.empty() && !curves[0].raw.segments.empty(), "the raw curve stays");
    QVERIFY(curves[0].smooth.segments[0].back().y > curves[0].raw.segments[0].back().y);
    emit page().card().controls().metric().chosen(QStringLiteral("accuracy"));
    settle();
    QCOMPARE(plot().model().curves().curves()[0].given.points.back().y, 0.4);
    QVERIFY(page().model().comparison().isHigherBetter);
    QCOMPARE(page().model().index(1, CompareModel::Best).data().toString(), formatLoss(0.6));
}

void TestComparePage::crosshairSaysAllValues() {
    clickRun("beta", Qt::ControlModifier);
    settle();
    const PlotFrame& frame = plot().frame();
    const QPoint at(static_cast<int>(frame.sceneX(20)), static_cast<int>(frame.area.center().y()));
    QTest::mouseMove(plot().viewport(), at);
    QTRY_COMPARE(plot().readoutText(), QStringLiteral("step 20\nbeta %1\nalpha %2")
                                           .arg(formatLoss(lossOf(1, 20) - 0.5), formatLoss(lossOf(0, 20))));
    // Alpha has ended before this step.
    QTest::mouseMove(plot().viewport(), QPoint(static_cast<int>(frame.sceneX(55)), at.y()));
    QTRY_COMPARE(plot().readoutText(), QStringLiteral("step 55\nbeta %1").arg(formatLoss(lossOf(1, 55))));
}

void TestComparePage::zoomsAndComesBack() {
    clickRun("beta", Qt::ControlModifier);
    settle();
    const PlotRange home = plot().frame().range;
    const QPoint from = plot().frame().area.center().toPoint();
    QTest::mousePress(plot().viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(plot().viewport(), from + QPoint(80, 60));
    QTest::mouseRelease(plot().viewport(), Qt::LeftButton, {}, from + QPoint(80, 60));
    QVERIFY(plot().zoom().isZoomed());
    QVERIFY(plot().frame().range.x1 - plot().frame().range.x0 < (home.x1 - home.x0) / 2);
    window_->actions().resetZoom->trigger();
    QCOMPARE(plot().frame().range.x1, home.x1);
}

void TestComparePage::tableSortsByNumbers() {
    clickRun("beta", Qt::ControlModifier);
    clickRun("plain", Qt::ControlModifier);
    settle();
    QTableView& table = page().table();
    const QAbstractItemModelTester tester(table.model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto names = [&table] {
        QStringList list;
        for (int row = 0; row < table.model()->rowCount(); ++row)
            list << table.model()->index(row, CompareModel::Run).data().toString();
        return list;
    };
    const QStringList ascending{QStringLiteral("alpha"), QStringLiteral("beta"), QStringLiteral("plain")};
    QCOMPARE(names(), ascending);
    table.sortByColumn(CompareModel::LastStep, Qt::DescendingOrder);
    QCOMPARE(names(), QStringList({ascending[1], ascending[0], ascending[2]}));
}

void TestComparePage::growthIsShown() {
    clickRun("beta", Qt::ControlModifier);
    settle();
    writeMetrics(path("runs/alpha"), 0, 50);
    auto other = test::open_library(path("vault"), LocalVault::Mode::existing);
    QVERIFY(other.ok());
    QVERIFY(test::watch_once(**other, {path("runs/alpha")}).ok());
    QTRY_COMPARE_WITH_TIMEOUT(plot().model().curves().curves()[0].given.points.size(), std::size_t{50},
                              patience);
    writeMetrics(path("runs/alpha"), 0, 40);
}

void TestComparePage::noMetricInCommon() {
    clickRun("plain");
    clickRun("beta", Qt::ControlModifier);
    settle();
    QVERIFY(page().model().comparison().tag.empty());
    QVERIFY(!plot().isVisible());
    QCOMPARE(page().table().model()->rowCount(), 2);
}

void TestComparePage::manyRunsAreThinnedOut() {
    CompareModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    Comparison comparison;
    comparison.tags = {"loss"};
    comparison.tag = "loss";
    const auto curve = std::make_shared<ComparedCurve>();
    for (int i = 0; i < 120; ++i) {
        ComparedRun run{.info = runInfo("run-" + std::to_string(i), RunState::live), .curve = curve};
        run.color = static_cast<std::size_t>(i);
        run.series = SeriesRow{.tag = "loss", .points = 1};
        comparison.runs.push_back(run);
    }
    model.setComparison(comparison);
    QCOMPARE(model.shownCount(), std::size_t{30});
    QVERIFY2(!model.toggle(100), "there is no room");
    QVERIFY(model.toggle(3));
    QVERIFY(model.toggle(100));
    QVERIFY(!model.isShown(3) && model.isShown(100));
    model.setComparison(comparison);
    QVERIFY(!model.isShown(3) && model.isShown(100));
    comparison.runs.erase(comparison.runs.begin() + 10, comparison.runs.end());
    model.setComparison(comparison);
    QCOMPARE(model.shownCount(), std::size_t{9});
}

void TestComparePage::bestRunsAreShownInColorsOfTheirOwn() {
    CompareModel model;
    Comparison comparison;
    comparison.tags = {"loss"};
    comparison.tag = "loss";
    for (int i = 0; i < 40; ++i) {
        auto curve = std::make_shared<ComparedCurve>();
        // The last runs are the best, and the very last has no finite value.
        if (i < 39) curve->low = curve->high = SeriesPoint{.step = 1, .time = 0, .value = 100.0 - i};
        ComparedRun run{.info = runInfo("run-" + std::to_string(i), RunState::live), .curve = curve};
        run.color = static_cast<std::size_t>(i);
        run.series = SeriesRow{.tag = "loss", .points = 1};
        comparison.runs.push_back(run);
    }
    model.setComparison(comparison);
    QCOMPARE(model.shownCount(), CompareModel::mostShown);
    for (std::size_t i = 0; i < 40; ++i)
        QCOMPARE(model.isShown(i), i >= 9 && i < 39);
    std::set<std::size_t> colors;
    const auto& runs = model.comparison().runs;
    for (std::size_t i = 0; i < 40; ++i)
        QVERIFY(colors.insert(runs[i].color).second);
    for (std::size_t i = 32; i < 39; ++i)
        QVERIFY2(runs[i].color < seriesColors, "the best have the plain colours");
    const std::size_t before = runs[38].color;
    comparison.runs.erase(comparison.runs.begin() + 20, comparison.runs.begin() + 30);
    model.setComparison(comparison);
    QVERIFY2(model.comparison().runs[28].color == before, "colours stay while a run is compared");
    // A run whose own colour is free keeps it.
    CompareModel two;
    comparison.runs = {comparison.runs[3], comparison.runs[5]};
    two.setComparison(comparison);
    QCOMPARE(two.comparison().runs[0].color, std::size_t{3});
    QCOMPARE(two.comparison().runs[1].color, std::size_t{5});
}

void TestComparePage::arrangementIsRemembered() {
    const auto rows = [this] {
        QStringList list;
        const RunListModel& runs = window_->runsPanel().model();
        for (int i = 0; i < runs.rowCount(); ++i)
            list << runs.index(i).data().toString();
        return list;
    };
    const auto act = [this](const QString& text) {
        for (QAction* action : window_->runsPanel().arrangement().menu()->actions()) {
            if (action->text() == text) return action->trigger();
        }
        QFAIL(qPrintable(text));
    };
    act(QStringLiteral("Group by folder"));
    act(QStringLiteral("Loss"));
    const QStringList expected{formatPath(path("other")), QStringLiteral("gamma"), QStringLiteral("plain"),
                               formatPath(path("runs")),  QStringLiteral("alpha"), QStringLiteral("beta")};
    QCOMPARE(rows(), expected);
    QVERIFY2(!window_->runsPanel().selectedRun().isEmpty() &&
                 list().selectionModel()->selectedIndexes().size() == 1,
             "the selection stays");
    cleanup();
    init();
    QCOMPARE(rows(), expected);
    QCOMPARE(window_->runsPanel().arrangement().text(), QStringLiteral("Loss"));
    act(QStringLiteral("Group by state"));
    act(QStringLiteral("Name"));
}

void TestComparePage::everythingHasAName() {
    clickRun("beta", Qt::ControlModifier);
    settle();
    VERIFY_ALL_NAMED(*window_);
    QVERIFY2(page().minimumSizeHint().width() < 600 && page().minimumSizeHint().height() < 480,
             "the window can be made small");
    theme_->setMode(ThemeMode::dark);
    QCOMPARE(page().card().grab().toImage().pixelColor(4, 100), darkTokens().surface);
    theme_->setMode(ThemeMode::light);
}

void TestComparePage::longMetricGivesWay() {
    clickRun("beta", Qt::ControlModifier);
    settle();
    MenuChoice& metric = page().card().controls().metric();
    QTRY_COMPARE(metric.width(), metric.sizeHint().width());
    QCOMPARE(metric.shownText(), metric.text());
    const QString longName = QString(60, u'a') + QString(60, u'b');
    metric.setEntries({{longName, longName}});
    QVERIFY(page().minimumSizeHint().width() < 600);
    window_->resize(window_->minimumSize());
    QTRY_VERIFY(metric.width() < metric.sizeHint().width());
    QCOMPARE(window_->size(), window_->minimumSize());
    const QString shown = metric.shownText();
    QVERIFY2(shown.size() < longName.size() && shown.startsWith(u'a') && shown.endsWith(u'b'),
             qPrintable(shown));
    QHelpEvent help(QEvent::ToolTip, QPoint(4, 4), metric.mapToGlobal(QPoint(4, 4)));
    QApplication::sendEvent(&metric, &help);
    QCOMPARE(QToolTip::text(), longName);
}

STEPVAULT_TEST(TestComparePage)

}  // namespace test_compare_page

#include "test_compare_page.moc"
