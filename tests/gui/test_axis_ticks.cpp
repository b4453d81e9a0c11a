#include <algorithm>
#include <cmath>
#include <limits>

#include <QTest>

#include "support/registry.h"
#include "ui/charts/axis_ticks.h"
#include "ui/charts/curve_lookup.h"

namespace test_axis_ticks {

using namespace stepvault::ui;

namespace {
QString labels(const std::vector<Tick>& ticks) {
    QStringList list;
    for (const Tick& tick : ticks)
        list << tick.label;
    return list.join(QLatin1Char(' '));
}
}  // namespace

class TestAxisTicks : public QObject {
    Q_OBJECT

 private slots:
    void linear_data();
    void linear();
    void logarithmic_data();
    void logarithmic();
    void dates_data();
    void dates();
    void hoursStayRoundAsClocksChange();
    void ticksLieWithin();
    void nothingForNoRange();
    void lookup();
};

void TestAxisTicks::linear_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("whole");
    QTest::addColumn<QString>("expected");
    QTest::newRow("steps") << -60.0 << 4300.0 << 5 << true << "0 1,000 2,000 3,000 4,000";
    QTest::newRow("few steps") << 0.0 << 3.0 << 10 << true << "0 1 2 3";
    QTest::newRow("loss") << 1.93 << 4.2 << 5 << false << "2 2.5 3 3.5 4";
    QTest::newRow("narrow") << 2.1101 << 2.1139 << 4 << false << "2.111 2.112 2.113";
    QTest::newRow("smaller") << 0.0 << 0.0006 << 3 << false << "0 0.0002 0.0004 0.0006";
    QTest::newRow("with exponents") << 0.0 << 4e-6 << 4 << false << "0 1e-6 2e-6 3e-6 4e-6";
    QTest::newRow("large") << 0.0 << 4e7 << 4 << false << "0 1e7 2e7 3e7 4e7";
    QTest::newRow("small") << 0.0 << 0.004 << 4 << false << "0 0.001 0.002 0.003 0.004";
}

void TestAxisTicks::linear() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, count);
    QFETCH(bool, whole);
    QTEST(labels(linearTicks(low, high, count, whole)), "expected");
}

void TestAxisTicks::logarithmic_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<QString>("expected");
    QTest::newRow("six decades") << -3.0 << 3.0 << "0.001 0.01 0.1 1 10 100 1000";
    QTest::newRow("two decades") << 0.0 << 2.0 << "1 2 5 10 20 50 100";
    QTest::newRow("one form") << -5.0 << -3.0 << "0.00001 0.00002 0.00005 0.0001 0.0002 0.0005 0.001";
    QTest::newRow("from below a decade") << std::log10(0.04) << 1.5 << "0.05 0.1 0.2 0.5 1 2 5 10 20";
    QTest::newRow("below one decade") << std::log10(1.9) << std::log10(4.1) << "2 2.5 3 3.5 4";
}

void TestAxisTicks::logarithmic() {
    QFETCH(double, low);
    QFETCH(double, high);
    QTEST(labels(logTicks(low, high, 6)).remove(QLatin1Char(',')), "expected");
}

void TestAxisTicks::dates_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("expected");
    QTest::newRow("minutes") << "2026-03-01T14:01:30"
                             << "2026-03-01T14:09:00" << 4 << "14:02 14:04 14:06 14:08";
    QTest::newRow("seconds") << "2026-03-01T14:01:58"
                             << "2026-03-01T14:02:21" << 5 << "14:02:00 14:02:05 14:02:10 14:02:15 14:02:20";
    QTest::newRow("over midnight") << "2026-03-01T19:00:00"
                                   << "2026-03-02T08:00:00" << 5 << "21:00 2 Mar 03:00 06:00";
    QTest::newRow("weeks") << "2026-03-01T12:00:00"
                           << "2026-03-21T12:00:00" << 5 << "6 Mar 11 Mar 16 Mar 21 Mar";
}

void TestAxisTicks::dates() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(int, count);
    const auto seconds = [](const QString& text) {
        return static_cast<double>(QDateTime::fromString(text, Qt::ISODate).toSecsSinceEpoch());
    };
    QTEST(labels(dateTicks(seconds(from), seconds(to), count)), "expected");
}

void TestAxisTicks::hoursStayRoundAsClocksChange() {
    qputenv("TZ", "Europe/Berlin");
    tzset();
    const QDateTime before(QDate(2026, 10, 24), QTime(23, 0));
    const auto low = static_cast<double>(before.toSecsSinceEpoch());
    const QString made = labels(dateTicks(low, low + 28 * 3600, 5));
    qunsetenv("TZ");
    tzset();
    QCOMPARE(made, QStringLiteral("25 Oct 06:00 12:00 18:00 26 Oct"));
}

void TestAxisTicks::ticksLieWithin() {
    for (double low = -7; low < 7; low += 0.37) {
        for (double span = 0.01; span < 30; span *= 1.7) {
            for (const auto& ticks : {linearTicks(low, low + span, 6, false), logTicks(low, low + span, 6)}) {
                QVERIFY(ticks.size() <= 24);
                for (const Tick& tick : ticks)
                    QVERIFY(tick.at >= low - 1e-6 && tick.at <= low + span + 1e-6);
            }
        }
    }
}

void TestAxisTicks::nothingForNoRange() {
    const double inf = std::numeric_limits<double>::infinity();
    QVERIFY(linearTicks(1, 1, 5, false).empty());
    QVERIFY(linearTicks(0, inf, 5, true).empty());
    QVERIFY(logTicks(2, 1, 5).empty());
}

void TestAxisTicks::lookup() {
    const std::vector<PlotPoint> points{{0, 1}, {10, 3}, {20, std::numeric_limits<double>::quiet_NaN()}};
    QCOMPARE(nearestPoint(points, 4.9).value(), std::size_t{0});
    QCOMPARE(nearestPoint(points, 5.1).value(), std::size_t{1});
    QCOMPARE(nearestPoint(points, 99).value(), std::size_t{2});
    QCOMPARE(valueAt(points, 5).value(), 2.0);
    QCOMPARE(valueAt(points, -5).value(), 1.0);
    QCOMPARE(valueAt(points, 10).value(), 3.0);
    QVERIFY(!valueAt(points, 15));
    QVERIFY(!valueAt(points, 20));
    QVERIFY(!valueAt({}, 1));
    QVERIFY(!nearestPoint({}, 1));
}

STEPVAULT_TEST(TestAxisTicks)

}  // namespace test_axis_ticks

#include "test_axis_ticks.moc"
