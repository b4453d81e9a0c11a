#include <QtTest>

#include "run/interruptions.h"
#include "support/registry.h"

namespace test_interruptions {

using namespace stepvault;

namespace {

/// A point every `every` seconds.
std::vector<SeriesPoint> steady(int count, double every) {
    std::vector<SeriesPoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({i, 1000 + i * every, 0.5});
    return points;
}

void pause_before(std::vector<SeriesPoint>& points, std::size_t at, double seconds) {
    for (std::size_t i = at; i < points.size(); ++i)
        points[i].time += seconds;
}

}  // namespace

class TestInterruptions : public QObject {
    Q_OBJECT

 private slots:
    void long_pauses_are_found_data() {
        QTest::addColumn<double>("every");
        QTest::addColumn<double>("pause");
        QTest::addColumn<bool>("found");
        QTest::newRow("an hour among seconds") << 1.0 << 3600.0 << true;
        QTest::newRow("a minute at the least") << 0.1 << 30.0 << false;
        QTest::newRow("just a minute") << 1.0 << 59.0 << true;
        QTest::newRow("just less than a minute") << 1.0 << 58.5 << false;
        QTest::newRow("just twenty times the usual") << 10.0 << 190.0 << true;
        QTest::newRow("just less than twenty times") << 10.0 << 189.0 << false;
        QTest::newRow("steps that take long") << 600.0 << 3600.0 << false;
        QTest::newRow("a day among ten minutes") << 600.0 << 86400.0 << true;
    }
    void long_pauses_are_found() {
        QFETCH(double, every);
        QFETCH(double, pause);
        QFETCH(bool, found);
        auto points = steady(100, every);
        pause_before(points, 40, pause);
        const auto interruptions = find_interruptions(points);
        QCOMPARE(interruptions.size(), static_cast<std::size_t>(found ? 1 : 0));
        if (!found) return;
        QCOMPARE(interruptions.front().step, std::int64_t{40});
        QCOMPARE(interruptions.front().seconds, pause + every);
    }

    void what_recurs_is_a_habit() {
        auto points = steady(400, 1);
        for (std::size_t at = 20; at < 400; at += 20)
            pause_before(points, at, 120);
        QVERIFY(find_interruptions(points).empty());
        // A pause far longer than the usual pauses is still found.
        pause_before(points, 205, 7200);
        const auto interruptions = find_interruptions(points);
        QCOMPARE(interruptions.size(), std::size_t{1});
        QCOMPARE(interruptions.front().step, std::int64_t{205});
    }

    void times_that_are_unknown_or_run_back_tell_nothing() {
        auto points = steady(100, 1);
        pause_before(points, 50, 3600);
        points[49].time = 0;
        points[51].time = 5;
        const auto interruptions = find_interruptions(points);
        QCOMPARE(interruptions.size(), std::size_t{1});
        QCOMPARE(interruptions.front().step, std::int64_t{50});
        QVERIFY(find_interruptions({}).empty());
        QVERIFY(find_interruptions(std::vector<SeriesPoint>(100, {1, 0, 0.5})).empty());
        QVERIFY(find_interruptions(std::vector<SeriesPoint>(100, {1, 7, 0.5})).empty());
    }

    void few_intervals_tell_nothing() {
        auto points = steady(9, 1);
        pause_before(points, 5, 3600);
        QCOMPARE(find_interruptions(points).size(), std::size_t{1});
        points.pop_back();
        QVERIFY(find_interruptions(points).empty());
    }

    void more_than_ten_of_a_kind_are_a_habit() {
        auto points = steady(400, 1);
        for (std::size_t at = 20; at <= 200; at += 20)
            pause_before(points, at, 120);
        QCOMPARE(find_interruptions(points).size(), std::size_t{10});
        pause_before(points, 220, 120);
        QVERIFY(find_interruptions(points).empty());
    }
};

STEPVAULT_TEST(TestInterruptions)

}  // namespace test_interruptions

#include "test_interruptions.moc"
