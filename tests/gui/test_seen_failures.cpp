#include <QPushButton>
#include <QTest>

#include "gui/model_rows.h"
#include "support/registry.h"
#include "ui/models/run_list_model.h"
#include "ui/session/watch_notes.h"
#include "ui/theme/theme.h"
#include "ui/vault/disk_forecast.h"
#include "ui/widgets/activity_strip.h"
#include "ui/window/folder_problems.h"
#include "ui/window/notice_bar.h"
#include "ui/window/screen_fit.h"

namespace test_seen_failures {

using namespace stepvault;
using namespace stepvault::ui;
using namespace stepvault::ui::tests;

namespace {

WatchEvent eventOf(WatchEvent::Kind kind, const char* run, std::uint64_t waiting = 0) {
    WatchEvent told;
    told.kind = kind;
    told.run_id = run;
    told.run = run;
    told.text = "no space";
    told.waiting = waiting;
    return told;
}

}  // namespace

/// A failure is seen where it matters, and nothing moves when it comes or goes.
class TestSeenFailures : public QObject {
    Q_OBJECT

 private slots:
    void diskForecast_data();
    void diskForecast();
    void forecastForgetsAnHour();
    void fitsTheScreen_data();
    void fitsTheScreen();
    void activityKeepsItsRoom();
    void noticeLiesOverThePage();
    void waitingRunsAreCounted();
    void runsHaveBadges();
    void spaceIsTheFirstProblem();

 private:
    const Theme theme_{*qApp};
};

void TestSeenFailures::diskForecast_data() {
    QTest::addColumn<double>("span");      // seconds
    QTest::addColumn<double>("used");      // MiB over the span
    QTest::addColumn<double>("expected");  // seconds, -1 for none
    QTest::newRow("an hour") << 3600.0 << 1024.0 << 9 * 3600.0;
    QTest::newRow("ten minutes") << 600.0 << 1024.0 << 5400.0;
    QTest::newRow("too short") << 599.0 << 1024.0 << -1.0;
    QTest::newRow("too little") << 3600.0 << 63.0 << -1.0;
    QTest::newRow("more space than before") << 3600.0 << -1024.0 << -1.0;
}

void TestSeenFailures::diskForecast() {
    QFETCH(const double, span);
    QFETCH(const double, used);
    constexpr double mib = 1024 * 1024;
    const double free = 9 * 1024 * mib;
    DiskForecast forecast;
    QVERIFY(!forecast.secondsLeft());
    for (int i = 0; i <= 20; ++i)
        forecast.add(1e9 + span * i / 20, static_cast<std::uint64_t>(free + used * mib * (20 - i) / 20));
    const double left = forecast.secondsLeft().value_or(-1);
    QFETCH(const double, expected);
    QVERIFY2(std::abs(left - expected) < 1, qPrintable(QString::number(left)));
}

void TestSeenFailures::forecastForgetsAnHour() {
    DiskForecast forecast;
    forecast.add(0, 900ULL << 30U);
    for (int minute = 1; minute <= 70; ++minute)
        forecast.add(60.0 * minute, 100ULL << 30U);
    QVERIFY(!forecast.secondsLeft());
}

void TestSeenFailures::fitsTheScreen_data() {
    QTest::addColumn<QRect>("window");
    QTest::addColumn<QRect>("screen");
    QTest::addColumn<QRect>("fitted");
    const QRect screen(0, 0, 800, 500);
    QTest::newRow("fits") << QRect(10, 10, 700, 400) << screen << QRect(10, 10, 700, 400);
    QTest::newRow("too large") << QRect(0, 0, 1280, 800) << screen << screen;
    QTest::newRow("beside") << QRect(700, 300, 400, 300) << screen << QRect(400, 200, 400, 300);
    QTest::newRow("left of it") << QRect(-50, -20, 400, 300) << screen << QRect(0, 0, 400, 300);
    QTest::newRow("another screen") << QRect(0, 0, 400, 300) << QRect(1920, 0, 800, 500)
                                    << QRect(1920, 0, 400, 300);
}

void TestSeenFailures::fitsTheScreen() {
    QFETCH(const QRect, window);
    QFETCH(const QRect, screen);
    QTEST(fittedInto(window, screen), "fitted");
}

void TestSeenFailures::activityKeepsItsRoom() {
    ActivityStrip strip(theme_);
    const int idle = strip.height();
    QVERIFY(strip.isIdle() && strip.text().isEmpty());
    strip.report(7, QStringLiteral("Verifying"), {});
    QCOMPARE(strip.height(), idle);
    QVERIFY(!strip.isIdle() && strip.text().startsWith(QStringLiteral("Verifying")));
    strip.remove(7);
    QVERIFY(strip.isIdle() && strip.text().isEmpty());
}

void TestSeenFailures::noticeLiesOverThePage() {
    QWidget window;
    window.resize(900, 600);
    auto* page = new QWidget(&window);
    page->setGeometry(220, 44, 680, 520);
    auto* notice = new NoticeBar(theme_, &window);
    notice->layOver(page);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QRect before = page->geometry();
    notice->tell(WatchNotes::Kind::bad, QStringLiteral("The vault could not be read: it is gone."));
    QVERIFY(notice->isVisible());
    QCOMPARE(page->geometry(), before);
    QVERIFY(before.contains(notice->geometry()));
    QVERIFY(notice->geometry().bottom() > before.center().y());
    page->resize(500, 400);
    QVERIFY(page->geometry().contains(notice->geometry()));
}

void TestSeenFailures::waitingRunsAreCounted() {
    WatchNotes notes;
    notes.take(eventOf(WatchEvent::Kind::failed, "a", 3));
    notes.take(eventOf(WatchEvent::Kind::failed, "b", 4));
    notes.take(eventOf(WatchEvent::Kind::failed, "c"));
    QCOMPARE(notes.waiting(), (WatchNotes::Waiting{.runs = 2, .checkpoints = 7}));
    QCOMPARE(notes.problems().size(), std::size_t{3});
    notes.take(eventOf(WatchEvent::Kind::failed, "a", 2));
    QCOMPARE(notes.waiting().checkpoints, std::uint64_t{6});
    notes.take(eventOf(WatchEvent::Kind::recovered, "a"));
    notes.take(eventOf(WatchEvent::Kind::filed, "b"));
    QCOMPARE(notes.waiting(), WatchNotes::Waiting());
    QVERIFY(!notes.problems().contains("a"));
}

void TestSeenFailures::runsHaveBadges() {
    RunListModel model;
    model.setRuns({{runInfo("gpt", RunState::live), {}}, {runInfo("vit", RunState::live), {}}});
    model.setProblems({{"id-vit", QStringLiteral("3 checkpoints wait")}});
    const QModelIndex gpt = model.indexOf(QStringLiteral("id-gpt"));
    const QModelIndex vit = model.indexOf(QStringLiteral("id-vit"));
    QVERIFY(gpt.data(RunListModel::ProblemRole).toString().isEmpty());
    QCOMPARE(vit.data(RunListModel::ProblemRole).toString(), QStringLiteral("3 checkpoints wait"));
    QVERIFY(vit.data(Qt::ToolTipRole).toString().contains(QStringLiteral("3 checkpoints wait")));
    model.setProblems({});
    QVERIFY(vit.data(RunListModel::ProblemRole).toString().isEmpty());
}

void TestSeenFailures::spaceIsTheFirstProblem() {
    FolderProblems problems(theme_);
    QVERIFY(problems.isHidden());
    problems.setSpaceProblem(QStringLiteral("7 checkpoints wait"), QStringLiteral("2 runs are not filed."));
    QVERIFY(!problems.isHidden());
    problems.setProblems(
        {{.folder = "/gone", .reason = QStringLiteral("It is not there."), .isWatched = true}});
    problems.setSpaceProblem({}, {});
    QVERIFY(!problems.isHidden());
    problems.setProblems({});
    QVERIFY(problems.isHidden());
}

STEPVAULT_TEST(TestSeenFailures)

}  // namespace test_seen_failures

#include "test_seen_failures.moc"
