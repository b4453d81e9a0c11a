#include <algorithm>
#include <cmath>

#include <QAbstractSlider>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "gui/safetensors_run.h"
#include "plan/plan_file.h"
#include "support/event_loop_watch.h"
#include "support/registry.h"
#include "support/watched_library.h"
#include "ui/charts/plot_view.h"
#include "ui/interval/comparison_panel.h"
#include "ui/interval/follow_card.h"
#include "ui/interval/interval_controls.h"
#include "ui/interval/interval_page.h"
#include "ui/interval/interval_sentence.h"
#include "ui/interval/overhead_bars.h"
#include "ui/interval/overhead_card.h"
#include "ui/interval/plan_card.h"
#include "ui/interval/schedule_rows.h"
#include "ui/interval/schedule_text.h"
#include "ui/interval/steps_field.h"
#include "ui/run/checkpoint_table.h"
#include "ui/run/run_page.h"
#include "ui/text/format.h"
#include "ui/widgets/activity_strip.h"
#include "ui/widgets/figure_slider.h"
#include "ui/widgets/segment_control.h"
#include "ui/window/main_window.h"
#include "ui/window/runs_panel.h"
#include "ui/window/window_actions.h"

namespace test_interval_page {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;
namespace fs = std::filesystem;

namespace {

constexpr int patience = 20000;  // milliseconds

/// A loss at every 20th of 4,000 steps of two seconds, out of 12,000, on 100 workers, and the measurements
/// that the training hook writes.
void writeLongRun(const fs::path& folder) {
    fs::create_directories(folder);
    std::ofstream metrics(folder / "metrics.jsonl");
    for (std::int64_t step = 20; step <= 4000; step += 20) {
        metrics << R"({"step": )" << step << R"(, "loss": )"
                << 2 + 3 * std::exp(-static_cast<double>(step) / 1500)
                << R"(, "max_steps": 12000, "stepvault/iteration_seconds": 2, "stepvault/stall_seconds": 5, )"
                << R"("stepvault/workers": 100})" << '\n';
    }
    writeFile(folder / stepName(4000), safetensorsBytes(4000, 2000));
}

}  // namespace

/// Uses the window on a vault that the engine made from a run's files.
class TestIntervalPage : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup();

    void tabsByClickAndByKey();
    void figuresAreTheEngines();
    void sliderReplansAndResetGoesBack();
    void earlyEndingIsNeverAtItsEnd();
    void simulationFillsTheBars();
    void simulationStops();
    void exportWritesAPlan();
    void followedPlanIsObeyedByTheHook();
    void followingIsExplained();
    void stepsAndPaceAreSetAndKept();
    void schedulesAreFoldedAway();
    void barsAreStacked();
    void cardsStackInASmallWindow();
    void noPlanIsSaidInWords();
    void finishedRunIsLookedBackOn();
    void copiedRunHasEnded();
    void endOfARunIsKnown_data();
    void endOfARunIsKnown();
    void costOfASaveHoldsStill();
    void runWithoutStepsIsEmpty();
    void everyControlHasAName();

    void sentences_data();
    void sentences();

 private:
    [[nodiscard]] fs::path path(const char* name) const { return toPath(folder_.path()) / name; }
    IntervalPage& page() { return window_->intervalPage(); }
    /// Opens the vault and the run's page.
    void openPage(const char* run);
    [[nodiscard]] Result<PlanReport> planOf(const char* run, const PlanOptions& options = {});

    QTemporaryDir folder_;
    std::unique_ptr<VaultHandle> library_;
    std::unique_ptr<Theme> theme_;
    std::unique_ptr<AppSettings> settings_;
    std::unique_ptr<MainWindow> window_;
    std::unique_ptr<EventLoopWatch> watch_;
};

void TestIntervalPage::initTestCase() {
    QVERIFY(folder_.isValid());
    writeLongRun(path("long"));
    writeRun(path("done"), 40);
    std::ofstream(path("done") / "metrics.jsonl", std::ios::app)
        << R"({"step": 40, "loss": 1.6, "max_steps": 40})" << '\n';
    fs::create_directories(path("bare"));
    writeFile(path("bare") / stepName(0), safetensorsBytes(0, 2000));
    auto library = test::open_library(path("vault"));
    QVERIFY2(library.ok(), library.ok() ? "" : library.error().message.c_str());
    library_ = std::move(*library);
    // As if copied: the files are a few milliseconds old.
    const auto copied = fs::file_time_type::clock::now();
    for (const int step : {20, 40, 60}) {
        const fs::path file = path("copied") / stepName(step);
        fs::create_directories(path("copied"));
        writeFile(file, safetensorsBytes(step, 2000));
        fs::last_write_time(file, copied + std::chrono::milliseconds(step / 10));
    }
    fs::create_directories(path("followed"));
    const Status status =
        test::watch_once(*library_, {path("long"), path("done"), path("bare"), path("copied")});
    QVERIFY2(status.ok(), status.ok() ? "" : status.error().message.c_str());
    theme_ = std::make_unique<Theme>(*qApp);
}

void TestIntervalPage::init() {
    watch_ = std::make_unique<EventLoopWatch>(toPath(folder_.path()));
    QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
    theme_->setMode(ThemeMode::light);
    settings_ = std::make_unique<AppSettings>(folder_.filePath(QStringLiteral("settings.ini")));
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
}

void TestIntervalPage::cleanup() {
    const QStringList waits = watch_->findings();
    watch_.reset();
    window_.reset();
    settings_.reset();
    QVERIFY2(waits.isEmpty(), qPrintable(waits.join(u'\n')));
}

void TestIntervalPage::openPage(const char* run) {
    const auto info = library_->queries().run(run);
    QVERIFY2(info.ok(), info.ok() ? "" : info.error().message.c_str());
    settings_->setSelectedRun(path("vault"), toQString(info->row.id));
    window_->openVault(path("vault"), LocalVault::Mode::existing);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && window_->runPage().run().row.id == info->row.id,
                             patience);
    window_->runPage().showTab(3);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
}

Result<PlanReport> TestIntervalPage::planOf(const char* run, const PlanOptions& options) {
    STEPVAULT_ASSIGN(info, library_->queries().run(run));
    return library_->queries().plan(info.row.id, options);
}

void TestIntervalPage::tabsByClickAndByKey() {
    openPage("long");
    QTabBar& tabs = window_->runPage().tabs();
    QCOMPARE(tabs.tabText(3), QStringLiteral("Interval"));
    QVERIFY(page().isVisible());
    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(0).center());
    QVERIFY(!page().isVisible());
    QVERIFY(window_->runPage().table().isVisible());
    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(3).center());
    QVERIFY(page().isVisible());
    window_->activateWindow();
    QTest::keyClick(window_.get(), Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(window_->runPage().currentTab(), 2);
    QTest::keyClick(window_.get(), Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(window_->runPage().currentTab(), 3);
    // The tab stays when the run changes, and shows the new run.
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    const auto done = library_->queries().run("done");
    QVERIFY(done.ok());
    emit window_->runsPanel().runSelected(toQString(done->row.id));
    QTRY_VERIFY_WITH_TIMEOUT(
        window_->isSettled() && window_->runPage().run().row.id == done->row.id && page().view(), patience);
    QVERIFY(page().view()->report->plan.is_replay);
    // Restoring switches to the first tab.
    QTRY_VERIFY_WITH_TIMEOUT(window_->actions().restore->isEnabled(), patience);
    window_->actions().restore->trigger();
    QCOMPARE(window_->runPage().currentTab(), 0);
    QVERIFY(window_->runPage().isSheetOpen());
}

void TestIntervalPage::figuresAreTheEngines() {
    openPage("long");
    const auto report = planOf("long");
    QVERIFY2(report.ok(), report.ok() ? "" : report.error().message.c_str());
    const Plan& plan = report->plan;
    const double whole = plan.stages.seconds();
    const auto& bars = page().comparison().overhead().bars().bars();
    const auto& rows = page().comparison().rows().rows();
    QCOMPARE(bars.size(), plan.schedules.size());
    QCOMPARE(rows.size(), plan.schedules.size());
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const auto& [schedule, costs] = plan.schedules[i];
        QCOMPARE(bars[i].name, scheduleTitle(schedule.kind));
        QCOMPARE(bars[i].expected.stalls, costs.value.stalls / whole);
        QCOMPARE(bars[i].expected.rework, costs.value.rework / whole);
        QCOMPARE(bars[i].expected.restarts, costs.value.restarts / whole);
        QCOMPARE(rows[i].accented, i == 0);
        QCOMPARE(rows[i].name, bars[i].name);
        QCOMPARE(rows[i].steps.size(), schedule.checkpoints.size());
        if (!rows[i].steps.empty())
            QCOMPARE(rows[i].steps.front(),
                     static_cast<std::int64_t>(plan.stages.begin + schedule.checkpoints.front().boundary));
        // The table shows the same figures.
        const QTableWidget& table = page().comparison().overhead().table();
        QCOMPARE(table.item(static_cast<int>(i), 1)->text(), formatShare(costs.value.total() / whole));
    }
    QCOMPARE(page().sentence(), intervalSentence(*report));
    QVERIFY(page().sentence().contains(formatShare(plan.schedules.front().costs.value.total() / whole)));
    QVERIFY2(plan.trend.tells(), "an exponential fall is fitted");
    const PlotModel& plot = page().plot().model();
    QCOMPARE(plot.curve().size(), std::size_t{200});
    QVERIFY(plot.forecast());
    QCOMPARE(plot.forecast()->x1, 12000.0);
    QCOMPARE(plot.forecast()->fit.back().y, plan.trend.fit->at(12000));
    QCOMPARE(plot.forecast()->since, std::optional(4000.0));
    QCOMPARE(page().controls().stall().valueText(), QStringLiteral("5 s"));
    QCOMPARE(page().controls().stall().originText(), QStringLiteral("median of 100 saves of this run"));
    QCOMPARE(page().controls().iteration().originText(), QStringLiteral("median of 200 steps of this run"));
    QCOMPARE(page().controls().steps().box().value(), 12000);
    QCOMPARE(page().controls().steps().originText(), QStringLiteral("as the run plans it"));
    QCOMPARE(page().plan().figure(), formatShare(plan.schedules.front().costs.value.total() / whole));
    // The chart marks the saves that the plan recommends.
    QCOMPARE(plot.events().size(), plan.schedules.front().schedule.checkpoints.size());
    QCOMPARE(plot.events().front().kind, PlotEvent::Kind::planned);
    QVERIFY(page().controls().failures().originText().startsWith(QStringLiteral("assumed")));
}

void TestIntervalPage::sliderReplansAndResetGoesBack() {
    openPage("long");
    const QString before = page().sentence();
    FigureSlider& failures = page().controls().failures();
    QSlider& slider = failures.slider();
    const QString found = failures.valueText();
    slider.setFocus();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&slider, Qt::Key_PageDown);
    QVERIFY(failures.chosen().has_value());
    QVERIFY(!window_->isSettled());
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    PlanOptions options;
    options.mean_to_failure = failures.chosen();
    const auto report = planOf("long", options);
    QVERIFY(report.ok());
    QCOMPARE(page().comparison().overhead().bars().bars().front().expected.total(),
             report->plan.schedules.front().costs.value.total() / report->plan.stages.seconds());
    QVERIFY(page().sentence() != before);
    QCOMPARE(page().sentence(), intervalSentence(*report));
    QCOMPARE(failures.originText(), QStringLiteral("set here"));
    // The setting is kept when the user returns to the tab.
    window_->runPage().showTab(0);
    window_->runPage().showTab(3);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QCOMPARE(page().sentence(), intervalSentence(*report));

    QTest::mouseClick(&page().controls().resetButton(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page().sentence(), before, patience);
    QCOMPARE(failures.valueText(), found);
    QVERIFY(!page().controls().resetButton().isEnabled());
}

void TestIntervalPage::earlyEndingIsNeverAtItsEnd() {
    openPage("long");
    FigureSlider& ending = page().controls().ending();
    QCOMPARE(ending.valueText(), QStringLiteral("never"));
    ending.slider().setFocus();
    QTest::keyClick(&ending.slider(), Qt::Key_Home);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QCOMPARE(page().controls().options().mean_to_stop, std::optional(60.0));
    QVERIFY(!page().view()->report->plan.stages.model.survival.is_certain());
    QTest::keyClick(&ending.slider(), Qt::Key_End);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QVERIFY(!page().controls().options().mean_to_stop);
    QVERIFY(page().view()->report->plan.stages.model.survival.is_certain());
}

void TestIntervalPage::simulationFillsTheBars() {
    openPage("long");
    if (!page().comparison().isOpen()) page().comparison().button().click();
    QTest::mouseClick(&page().comparison().overhead().simulateButton(), Qt::LeftButton);
    QVERIFY(page().simulation() != 0);
    QTRY_VERIFY_WITH_TIMEOUT(page().simulation() == 0, patience);
    const Plan& plan = page().view()->report->plan;
    const auto& bars = page().comparison().overhead().bars().bars();
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const auto played = simulate(plan.stages, plan.schedules[i].schedule.boundaries(), {}, {});
        QVERIFY(played.ok());
        QVERIFY(bars[i].simulated.has_value());
        QCOMPARE(bars[i].simulated->mean, played->value.mean / plan.stages.seconds());
        QCOMPARE(bars[i].simulated->margin, played->value.margin / plan.stages.seconds());
    }
    QVERIFY(page().comparison().overhead().table().item(0, 5)->text().contains(QStringLiteral("±")));
}

void TestIntervalPage::simulationStops() {
    openPage("long");
    if (!page().comparison().isOpen()) page().comparison().button().click();
    QPushButton& button = page().comparison().overhead().simulateButton();
    QTest::mouseClick(&button, Qt::LeftButton);
    QCOMPARE(button.text(), QStringLiteral("Stop"));
    QTest::mouseClick(&button, Qt::LeftButton);
    QCOMPARE(page().simulation(), JobId{0});
    QCOMPARE(button.text(), QStringLiteral("Simulate"));
    QVERIFY(!page().comparison().overhead().bars().bars().front().simulated);
}

void TestIntervalPage::exportWritesAPlan() {
    openPage("long");
    page().exportPlan(path("mine"));
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    const auto file = PlanFile::read(path("mine.json"));
    QVERIFY2(file.ok(), file.ok() ? "" : file.error().message.c_str());
    const auto& recommended = page().view()->schedules.front();
    QCOMPARE(file->schedule, std::string(schedule_name(recommended.kind)));
    QVERIFY(file->steps == recommended.steps);
    QCOMPARE(file->from, 4000);
    QVERIFY(page().plan().note().startsWith(QStringLiteral("Written to ")));
    page().exportPlan(path("nowhere") / "plan.json");
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    QVERIFY(page().plan().note().startsWith(QStringLiteral("Not written: ")));
}

void TestIntervalPage::followedPlanIsObeyedByTheHook() {
    openPage("long");
    QTest::mouseClick(&page().plan().followButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    QVERIFY(page().follow().isVisible());
    QCOMPARE(page().follow().written(),
             QStringLiteral("The plan is in %1.").arg(formatPath(path("long") / plan_file_name)));
    const auto plan = PlanFile::read(path("long") / plan_file_name);
    QVERIFY2(plan.ok(), plan.ok() ? "" : plan.error().message.c_str());
    QVERIFY(plan->steps.size() > 3);

    // A training with the hook goes on from step 4,000 and saves at the steps of the plan, and at no other.
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    if (python.isEmpty()) QSKIP("there is no python3");
    fs::copy(path("long") / plan_file_name, path("followed") / plan_file_name);
    QProcess training;
    training.start(python, {QStringLiteral("-c"),
                            QStringLiteral("import sys\n"
                                           "sys.dont_write_bytecode = True\n"
                                           "sys.path.insert(0, sys.argv[1])\n"
                                           "from stepvault import Hook\n"
                                           "hook = Hook(sys.argv[2], signals=False)\n"
                                           "for step in range(4001, int(sys.argv[3]) + 1):\n"
                                           "    if hook.should_save(step, 1.0):\n"
                                           "        print(step)\n"
                                           "        hook.saved('x', 5.0)\n"
                                           "hook.close()\n"),
                            QStringLiteral(STEPVAULT_PYTHON_MODULES), toQString(path("followed")),
                            QString::number(plan->steps.back())});
    QVERIFY(training.waitForFinished(patience));
    QVERIFY2(training.exitCode() == 0, training.readAllStandardError().constData());
    QByteArray expected;
    for (const std::int64_t step : plan->steps)
        expected += QByteArray::number(static_cast<qlonglong>(step)) + '\n';
    QCOMPARE(training.readAllStandardOutput(), expected);
    fs::remove(path("long") / plan_file_name);
}

void TestIntervalPage::followingIsExplained() {
    openPage("long");
    QTest::mouseClick(&page().plan().followButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page().isSettled(), patience);
    QTest::mouseClick(&page().follow().copyButton(), Qt::LeftButton);
    const QString copied = QGuiApplication::clipboard()->text();
    QCOMPARE(copied, page().follow().snippet());
    QVERIFY(copied.contains(QStringLiteral("Hook(\"%1\")").arg(toQString(path("long")))));
    bool named = false;
    for (const QLabel* label : page().follow().findChildren<QLabel*>())
        named = named || label->text().contains(QStringLiteral("stepvault watch --plan"));
    QVERIFY(named);
    for (QToolButton* button : page().follow().findChildren<QToolButton*>())
        QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(page().controls().isVisible());
    fs::remove(path("long") / plan_file_name);
}

void TestIntervalPage::stepsAndPaceAreSetAndKept() {
    openPage("long");
    QSpinBox& steps = page().controls().steps().box();
    steps.setFocus();
    steps.selectAll();
    QTest::keyClicks(&steps, QStringLiteral("8000"));
    QTest::keyClick(&steps, Qt::Key_Return);
    QSlider& pace = page().controls().iteration().slider();
    QTest::keyClick(&pace, Qt::Key_PageUp);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    const auto& report = *page().view()->report;
    QCOMPARE(report.steps.value, std::uint64_t{8000});
    QCOMPARE(report.steps.origin, Origin::given);
    QCOMPARE(report.iteration.value, *page().controls().iteration().chosen());
    QVERIFY(report.iteration.value > 2);
    const double chosen = report.iteration.value;
    const auto id = window_->runPage().run().row.id;
    // Another run has its own settings; the next window has these.
    QCOMPARE(settings_->planInputs(QStringLiteral("other")), PlanInputs{});
    window_.reset();
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    openPage("long");
    QCOMPARE(window_->runPage().run().row.id, id);
    QCOMPARE(page().view()->report->steps.value, std::uint64_t{8000});
    QCOMPARE(page().view()->report->iteration.value, chosen);
    QTest::mouseClick(&page().controls().resetButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled() && page().view()->report->steps.value == 12000, patience);
    QCOMPARE(settings_->planInputs(toQString(id)), PlanInputs{});
}

void TestIntervalPage::schedulesAreFoldedAway() {
    QVERIFY(!AppSettings(folder_.filePath(QStringLiteral("fresh.ini"))).comparesSchedules());
    openPage("long");
    ComparisonPanel& comparison = page().comparison();
    if (comparison.isOpen()) comparison.button().click();
    QVERIFY(!comparison.rows().isVisible() && !comparison.overhead().isVisible());
    comparison.button().click();
    QVERIFY(comparison.rows().isVisible() && comparison.overhead().isVisible());
    QVERIFY(settings_->comparesSchedules());
    const auto schedules = page().view()->schedules;
    QTRY_COMPARE(static_cast<std::size_t>(comparison.sentences().size()), schedules.size());
    for (const ScheduleView& schedule : schedules) {
        QVERIFY(schedule.name != QLatin1String("exact"));
        QVERIFY2(schedule.meaning.endsWith(u'.'), qPrintable(schedule.meaning));
        const auto isShown = [&] {
            const auto labels = comparison.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&](const QLabel* label) {
                return label->isVisible() && label->text() == schedule.meaning;
            });
        };
        // A label that came with a newer plan is laid out by the event loop.
        QTRY_VERIFY2(isShown(), qPrintable(schedule.meaning));
    }
    // The rows stand below the chart's horizontal axis.
    QCOMPARE(comparison.rows().frame().area.left(), page().plot().frame().area.left());
    QCOMPARE(comparison.rows().frame().range.x1, page().plot().frame().range.x1);
    QCOMPARE(comparison.rows().mapTo(window_.get(), QPoint()).x(),
             page().plot().mapTo(window_.get(), QPoint()).x());
    comparison.button().click();
    QVERIFY(!comparison.rows().isVisible() && !settings_->comparesSchedules());
}

void TestIntervalPage::barsAreStacked() {
    openPage("long");
    OverheadBars& bars = page().comparison().overhead().bars();
    const auto total = [&](std::size_t i) {
        double sum = 0;
        for (const OverheadBars::Part part : OverheadBars::parts)
            sum += bars.drawn(i, part);
        return sum;
    };
    QVERIFY(std::abs(total(0) - 100 * bars.bars().front().expected.total()) < 1e-9);
    // Longer ones are cut at three times the best.
    QVERIFY(total(bars.bars().size() - 1) <= 3 * total(0) * (1 + 1e-9));
    QTest::keyClick(&bars, Qt::Key_Right);
    QCOMPARE(bars.accessibleDescription(), bars.bars().front().hint);
}

void TestIntervalPage::cardsStackInASmallWindow() {
    openPage("long");
    window_->resize(1280, 800);
    QTRY_VERIFY(page().plan().mapTo(&page(), QPoint()).x() > page().plot().width() / 2);
    window_->resize(900, 600);
    QTRY_VERIFY(page().plan().mapTo(&page(), QPoint()).x() < 20);
    for (const QScrollArea* area : page().findChildren<QScrollArea*>())
        QVERIFY2(area->horizontalScrollBar()->maximum() == 0, "the page scrolls in one direction only");
}

void TestIntervalPage::noPlanIsSaidInWords() {
    openPage("long");
    // 100 workers that each fail every ten seconds.
    QSlider& failures = page().controls().failures().slider();
    failures.setFocus();
    QTest::keyClick(&failures, Qt::Key_Home);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QVERIFY2(page().sentence().contains(QStringLiteral("would hardly ever end")),
             qPrintable(page().sentence()));
    QCOMPARE(page().comparison().overhead().table().item(0, 1)->text(), QStringLiteral("never ends"));
    // In addition, each checkpoint takes an hour.
    QSlider& stall = page().controls().stall().slider();
    stall.setFocus();
    QTest::keyClick(&stall, Qt::Key_End);
    QTRY_VERIFY_WITH_TIMEOUT(window_->isSettled(), patience);
    QVERIFY2(page().sentence().startsWith(QStringLiteral("No plan can be made: failures come so often")),
             qPrintable(page().sentence()));
    QVERIFY(page().comparison().overhead().bars().bars().empty());
    QVERIFY(!page().comparison().overhead().simulateButton().isEnabled());
    QTest::mouseClick(&page().controls().resetButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!page().comparison().overhead().bars().bars().empty(), patience);
}

void TestIntervalPage::finishedRunIsLookedBackOn() {
    openPage("done");
    PlanOptions past;
    past.from = 0;
    past.steps = 40;
    const auto report = planOf("done", past);
    QVERIFY2(report.ok(), report.ok() ? "" : report.error().message.c_str());
    QVERIFY(page().view() && page().view()->report->plan.is_replay);
    QCOMPARE(page().comparison().overhead().bars().bars().size(), report->plan.schedules.size());
    QCOMPARE(page().sentence(), QStringLiteral("This run has ended at step 40."));
    QVERIFY(page().hindsight().startsWith(QStringLiteral("In hindsight: ")));
    QVERIFY(!page().plan().followButton().isEnabled());
    QVERIFY(!page().controls().steps().isEnabled());
    QCOMPARE(page().controls().failures().originText(), QStringLiteral("assumed: 1 failure a day"));
}

void TestIntervalPage::endOfARunIsKnown_data() {
    QTest::addColumn<RunState>("state");
    QTest::addColumn<double>("age");  // seconds since the last growth; negative for unknown
    QTest::addColumn<bool>("finished");
    QTest::addColumn<bool>("ended");
    const auto row = [](const char* name, RunState state, double age, bool finished, bool ended) {
        QTest::newRow(name) << state << age << finished << ended;
    };
    row("live", RunState::live, 10, false, false);
    row("stalled", RunState::stalled, 3600, false, false);
    row("finished", RunState::finished, 10, true, true);
    row("ended", RunState::ended, 900, false, true);
    row("idle for minutes", RunState::idle, 300, false, false);
    row("idle for days", RunState::idle, 200000, false, true);
    row("copied", RunState::idle, -1, false, true);
    row("diverged and running", RunState::diverged, 60, false, false);
    row("diverged and finished", RunState::diverged, 60, true, true);
    row("diverged long ago", RunState::diverged, 200000, false, true);
}

void TestIntervalPage::endOfARunIsKnown() {
    QFETCH(RunState, state);
    QFETCH(double, age);
    QFETCH(bool, finished);
    constexpr double now = 1.7e9;
    RunInfo run;
    run.state = state;
    run.activity.finished = finished;
    if (age >= 0) run.activity.last_growth = now - age;
    QTEST(hasEnded(run, now), "ended");
}

void TestIntervalPage::copiedRunHasEnded() {
    openPage("copied");
    QCOMPARE(page().sentence(), QStringLiteral("This run has ended at step 60."));
    QVERIFY(!page().plan().followButton().isEnabled());
    QVERIFY(page().controls().iteration().originText().startsWith(
        QStringLiteral("assumed: the files are a copy")));
    for (const auto& bar : page().comparison().overhead().bars().bars())
        QVERIFY2(bar.expected.total() < 1, qPrintable(bar.hint));
}

void TestIntervalPage::costOfASaveHoldsStill() {
    openPage("copied");
    const auto stall = page().view()->report->stall;
    QCOMPARE(stall.origin, Origin::estimated);
    // In another window, too.
    window_.reset();
    window_ = std::make_unique<MainWindow>(*theme_, *settings_, sqlite_backends());
    window_->show();
    openPage("copied");
    QCOMPARE(page().view()->report->stall.value, stall.value);
    QCOMPARE(page().view()->report->stall.origin, Origin::estimated);
    for (const char* run : {"long", "copied"}) {
        const std::string id = library_->queries().run(run)->row.id;
        emit window_->runsPanel().runSelected(toQString(id));
        QTRY_VERIFY_WITH_TIMEOUT(
            window_->isSettled() && window_->runPage().run().row.id == id && page().view(), patience);
    }
    QCOMPARE(page().view()->report->stall.value, stall.value);
}

void TestIntervalPage::runWithoutStepsIsEmpty() {
    openPage("bare");
    QVERIFY(!page().view());
    QVERIFY(!page().plot().isVisible());
    bool told = false;
    for (const QLabel* label : page().findChildren<QLabel*>())
        told = told || (label->isVisible() && label->text().contains(QStringLiteral("appears here")));
    QVERIFY(told);
}

void TestIntervalPage::everyControlHasAName() {
    openPage("long");
    for (const QWidget* widget : page().findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(&page())) continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool control = button != nullptr || qobject_cast<const QAbstractSlider*>(widget) != nullptr ||
                             qobject_cast<const QAbstractScrollArea*>(widget) != nullptr;
        const bool inner = widget->parentWidget() != nullptr &&
                           qobject_cast<const QAbstractScrollArea*>(widget->parentWidget()) != nullptr;
        if (!control || inner) continue;
        const bool named =
            !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        QVERIFY2(named, widget->metaObject()->className());
    }
    for (const FigureSlider* figure : page().findChildren<FigureSlider*>())
        QVERIFY(!const_cast<FigureSlider*>(figure)->slider().accessibleDescription().isEmpty());
}

void TestIntervalPage::sentences_data() {
    QTest::addColumn<QList<int>>("boundaries");
    QTest::addColumn<double>("iteration");
    QTest::addColumn<QString>("begin");
    QTest::newRow("none") << QList<int>{} << 1.0 << QStringLiteral("Save nothing before the end");
    QTest::newRow("once") << QList<int>{500} << 1.0 << QStringLiteral("Save once, at step 1,500:");
    QTest::newRow("even") << QList<int>{100, 200, 300, 400} << 3.0 << QStringLiteral("Save every 5 min:");
    QTest::newRow("steps") << QList<int>{100, 200, 300, 400} << 0.001
                           << QStringLiteral("Save every 100 steps:");
    QTest::newRow("two paces") << QList<int>{60, 120, 180, 240, 480, 720, 960} << 1.0
                               << QStringLiteral("Save every 60 s at first, every 4 min after step 1,240:");
}

void TestIntervalPage::sentences() {
    QFETCH(const QList<int>, boundaries);
    QFETCH(const double, iteration);
    QFETCH(const QString, begin);
    const TrainingModel model{
        .iteration = iteration, .stall = 1, .background = 0, .restart = 1, .mean_to_failure = 1000};
    auto stages = make_stages(model, {}, 1000, 2000);
    QVERIFY(stages.ok());
    Schedule schedule;
    schedule.kind = ScheduleKind::exact;
    for (const int boundary : boundaries)
        schedule.checkpoints.push_back({static_cast<std::uint64_t>(boundary), PlacementReason::least_cost});
    ScheduleCosts costs;
    costs.value.stalls = 0.019 * stages->seconds();
    ScheduleCosts even;
    even.value.stalls = 0.032 * stages->seconds();
    PlanReport report;
    report.iteration = {iteration, Origin::measured};
    report.plan.stages = *stages;
    report.plan.schedules = {{schedule, costs}, {Schedule(), even}};
    const QString sentence = intervalSentence(report);
    QVERIFY2(sentence.startsWith(begin), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("1.9 % overhead")), qPrintable(sentence));
    if (!boundaries.isEmpty()) QVERIFY(sentence.endsWith(QStringLiteral("against 3.2 % evenly.")));
}

STEPVAULT_TEST(TestIntervalPage)

}  // namespace test_interval_page

#include "test_interval_page.moc"
