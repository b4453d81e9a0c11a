#include <map>
#include <random>

#include <QtTest>

#include "metrics/sorted_points.h"
#include "support/registry.h"

namespace test_sorted_points {

using namespace stepvault;

namespace {

using Reference = std::map<std::int64_t, double>;

bool same(SortedPoints& points, const Reference& expected) {
    const auto all = points.all();
    return std::equal(
        all.begin(), all.end(), expected.begin(), expected.end(),
        [](const SeriesPoint& p, const auto& e) { return p.step == e.first && p.value == e.second; });
}

}  // namespace

class TestSortedPoints : public QObject {
    Q_OBJECT

 private slots:
    void any_order_comes_out_sorted_data() {
        QTest::addColumn<int>("late");
        QTest::addColumn<int>("looks");
        QTest::newRow("in order") << 0 << 0;
        QTest::newRow("nearly in order") << 5 << 0;
        QTest::newRow("far behind") << 30000 << 0;
        QTest::newRow("far behind, looked at now and then") << 30000 << 3000;
    }
    void any_order_comes_out_sorted() {
        QFETCH(int, late);
        QFETCH(int, looks);
        std::mt19937 random(1);
        SortedPoints points;
        Reference expected;
        for (int i = 0; i < 40000; ++i) {
            const auto step = static_cast<std::int64_t>(i - static_cast<int>(random() % (late + 1U)));
            points.put({.step = step, .time = 0, .value = i * 0.5});
            expected[step] = i * 0.5;
            if (looks > 0 && i % looks == 0) QVERIFY(same(points, expected));
            QCOMPARE(points.newest().step, expected.rbegin()->first);
            for (const std::ptrdiff_t count : {0, 3}) {
                const auto beyond = expected.upper_bound(step);
                auto nth = beyond;
                for (std::ptrdiff_t n = 0; n < count && nth != expected.end(); ++n)
                    ++nth;
                QCOMPARE(points.has_more_beyond(step, count), nth != expected.end());
            }
        }
        QVERIFY(same(points, expected));
    }

    void what_is_dropped_is_gone() {
        for (const int far : {0, 1}) {
            SortedPoints points;
            Reference expected;
            for (int i = 0; i < 10000; ++i) {
                points.put({.step = i * 2, .time = 0, .value = 1});
                expected[i * 2] = 1;
            }
            if (far == 1) {
                points.put({.step = 101, .time = 0, .value = 2});
                expected[101] = 2;
            }
            points.drop_from(100, std::vector<std::int64_t>{101, 104, 999});
            expected.erase(expected.lower_bound(100), expected.end());
            expected[104] = 1;
            if (far == 1) expected[101] = 2;
            QVERIFY(same(points, expected));
            points.put({.step = 102, .time = 0, .value = 3});
            expected[102] = 3;
            QVERIFY(same(points, expected));
        }
    }

    void steps_that_fall_all_the_time_take_no_time() {
        SortedPoints points;
        constexpr std::int64_t count = 400'000;
        for (std::int64_t step = count; step > 0; --step)
            points.put({.step = step, .time = 0, .value = 0});
        QCOMPARE(static_cast<std::int64_t>(points.all().size()), count);
        QCOMPARE(points.all().front().step, std::int64_t{1});
    }
};

STEPVAULT_TEST(TestSortedPoints)

}  // namespace test_sorted_points

#include "test_sorted_points.moc"
