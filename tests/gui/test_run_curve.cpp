#include <QTest>

#include "support/registry.h"
#include "ui/run/run_curve.h"

namespace test_run_curve {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

CheckpointRow checkpoint(std::int64_t step, double saved) {
    CheckpointRow row;
    row.id = "c" + std::to_string(step);
    row.step = step;
    row.saved = saved;
    row.pinned = step == 20;
    return row;
}

/// A point each minute for 40 steps, then three hours without points.
RunSnapshot runWith(bool times) {
    RunSnapshot run;
    run.tag = "loss";
    MetricCurve curve;
    for (std::int64_t step = 1; step <= 60; ++step) {
        const double time = 1e9 + 60.0 * static_cast<double>(step) + (step > 40 ? 10800 : 0);
        curve.points.push_back({step, times ? time : 0, 1.0});
    }
    curve.interruptions = find_interruptions(curve.points);
    curve.troubles = {{55, false, false}};
    run.metric = std::make_shared<const MetricCurve>(std::move(curve));
    for (const std::int64_t step : {20, 50})
        run.checkpoints.push_back(checkpoint(step, 5e8 + 3600.0 * static_cast<double>(step)));
    run.planned = {80, 100};
    return run;
}

}  // namespace

class TestRunCurve : public QObject {
    Q_OBJECT

 private slots:
    void overSteps();
    void overElapsedTime();
    void overDates();
    void otherMetricsShareTheAxis();
    void withoutTimes();
};

void TestRunCurve::overSteps() {
    const RunCurve curve = runCurve(runWith(true), CurveAxis::step);
    QCOMPARE(curve.points.front(), (PlotPoint{1, 1}));
    QCOMPARE(curve.points.size(), std::size_t{60});
    QCOMPARE(curve.marks.size(), std::size_t{2});
    QCOMPARE(curve.marks[1].x, 50.0);
    QVERIFY(curve.marks[0].pinned && !curve.marks[1].pinned);
    QVERIFY(markLabel(runWith(true).checkpoints[0]).contains(QStringLiteral("pinned")));
    QVERIFY(!markLabel(runWith(true).checkpoints[1]).contains(QStringLiteral("pinned")));
    QCOMPARE(*curve.troubleX, 55.0);
    QVERIFY(curve.xKind == AxisKind::whole);
    QCOMPARE(curve.events.size(), std::size_t{3});
    QVERIFY(curve.events[0].kind == PlotEvent::Kind::interruption);
    QCOMPARE(curve.events[0].x, 41.0);
    QVERIFY2(curve.events[0].label.contains(QStringLiteral("3 h")), qPrintable(curve.events[0].label));
    QVERIFY(curve.events[2].kind == PlotEvent::Kind::planned);
    QCOMPARE(curve.events[2].x, 100.0);
}

void TestRunCurve::overElapsedTime() {
    const RunCurve curve = runCurve(runWith(true), CurveAxis::elapsed);
    QCOMPARE(curve.xName, QStringLiteral("minutes"));
    QCOMPARE(curve.points.front().x, 0.0);
    QCOMPARE(curve.points.back().x, 59.0 + 180);
    QCOMPARE(curve.marks[0].x, 19.0);
    QCOMPARE(curve.marks[1].x, 49.0 + 180);
    QCOMPARE(*curve.troubleX, 54.0 + 180);
    QCOMPARE(curve.events.size(), std::size_t{1});
    QCOMPARE(curve.events[0].x, 40.0 + 180);
}

void TestRunCurve::overDates() {
    const RunCurve curve = runCurve(runWith(true), CurveAxis::date);
    QVERIFY(curve.xKind == AxisKind::date);
    QCOMPARE(curve.points.front().x, 1e9 + 60);
    QCOMPARE(curve.marks[0].x, 1e9 + 1200);
}

void TestRunCurve::otherMetricsShareTheAxis() {
    RunSnapshot run = runWith(true);
    MetricCurve other;
    other.points = {{10, 1e9 + 600, 5.0}, {60, 1e9 + 3600 + 10800, 6.0}};
    run.beside = {{"val_loss", std::make_shared<const MetricCurve>(std::move(other))}};
    for (const CurveAxis axis : {CurveAxis::step, CurveAxis::elapsed, CurveAxis::date}) {
        const RunCurve curve = runCurve(run, axis);
        QCOMPARE(curve.beside.size(), std::size_t{1});
        QCOMPARE(curve.beside.front().id, QStringLiteral("val_loss"));
        // The same steps have the same place.
        QCOMPARE(curve.beside.front().points[0].x, curve.points[9].x);
        QCOMPARE(curve.beside.front().points[1].x, curve.points[59].x);
    }
}

void TestRunCurve::withoutTimes() {
    const RunCurve curve = runCurve(runWith(false), CurveAxis::elapsed);
    QVERIFY(curve.points.empty());
    QCOMPARE(curve.xName, QStringLiteral("hours"));
    QCOMPARE(curve.marks[0].x, 0.0);
    QCOMPARE(curve.marks[1].x, 30.0);
    QVERIFY(curve.events.empty());
}

STEPVAULT_TEST(TestRunCurve)

}  // namespace test_run_curve

#include "test_run_curve.moc"
