#include <cmath>
#include <limits>
#include <random>

#include <QtTest>

#include "metrics/chart_columns.h"
#include "support/registry.h"

namespace test_chart_columns {

using namespace stepvault;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Blocks of `size` points each.
std::vector<std::vector<SeriesPoint>> in_blocks(const std::vector<SeriesPoint>& points, std::size_t size) {
    std::vector<std::vector<SeriesPoint>> blocks;
    for (std::size_t at = 0; at < points.size(); at += size) {
        const auto end = std::min(points.size(), at + size);
        blocks.emplace_back(points.begin() + static_cast<std::ptrdiff_t>(at),
                            points.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return blocks;
}

PointSummary sum_up(const std::vector<SeriesPoint>& points) {
    PointSummary summary;
    for (const auto& p : points)
        summary.add(p);
    return summary;
}

std::vector<PointSummary> draw(const std::vector<SeriesPoint>& points, const ChartRange& range,
                               std::size_t columns, std::size_t block, std::size_t* taken_apart = nullptr) {
    const auto blocks = in_blocks(points, block);
    std::vector<PointSummary> summaries;
    for (const auto& b : blocks)
        summaries.push_back(sum_up(b));
    ChartColumns chart(range, columns, summaries);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (chart.add(summaries[i])) continue;
        if (taken_apart != nullptr) ++*taken_apart;
        for (const auto& p : blocks[i])
            chart.add(p);
    }
    return chart.take();
}

bool same(const SeriesPoint& a, const SeriesPoint& b) {
    return a.step == b.step && a.time == b.time &&
           (a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
}

bool same(const PointSummary& a, const PointSummary& b) {
    return a.points == b.points && a.nan == b.nan && a.positive_infinite == b.positive_infinite &&
           a.negative_infinite == b.negative_infinite && same(a.first, b.first) && same(a.last, b.last) &&
           (a.finite() == 0 || (same(a.low, b.low) && same(a.high, b.high))) && a.timed == b.timed &&
           a.earliest == b.earliest && a.latest == b.latest;
}

std::vector<SeriesPoint> noisy_curve(int count, std::mt19937& random) {
    std::vector<SeriesPoint> points;
    std::int64_t step = -50;
    double time = 1000;
    for (int i = 0; i < count; ++i) {
        step += 1 + static_cast<std::int64_t>(random() % 5);
        time += static_cast<double>(random() % 7) - 1;
        const auto kind = random() % 40;
        const double value = kind == 0   ? not_a_number
                             : kind == 1 ? infinity
                             : kind == 2 ? -infinity
                                         : std::normal_distribution<double>()(random);
        points.push_back({.step = step, .time = kind == 3 ? 0 : time, .value = value});
    }
    return points;
}

}  // namespace

class TestChartColumns : public QObject {
    Q_OBJECT

 private slots:
    void a_summary_keeps_what_stands_out() {
        const auto s =
            sum_up({{1, 0, not_a_number}, {2, 5, 3}, {3, 4, -1}, {4, 9, infinity}, {5, 0, -1}, {6, -3, 3}});
        QCOMPARE(s.points, std::uint64_t{6});
        QCOMPARE(s.finite(), std::uint64_t{4});
        QCOMPARE(s.nan, std::uint64_t{1});
        QCOMPARE(s.positive_infinite, std::uint64_t{1});
        QCOMPARE(s.negative_infinite, std::uint64_t{0});
        QVERIFY(std::isnan(s.first.value));
        QCOMPARE(s.last.step, std::int64_t{6});
        QCOMPARE(s.low.step, std::int64_t{3});
        QCOMPARE(s.high.step, std::int64_t{2});
        QCOMPARE(s.timed, std::uint64_t{3});
        QCOMPARE(s.earliest, 4.0);
        QCOMPARE(s.latest, 9.0);
        const auto odd = sum_up({{1, 0, not_a_number}, {2, 0, -infinity}});
        QCOMPARE(odd.finite(), std::uint64_t{0});
        QCOMPARE(odd.negative_infinite, std::uint64_t{1});
    }

    void columns_are_those_of_all_points_one_by_one_data() {
        QTest::addColumn<bool>("by_time");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<int>("columns");
        for (const bool by_time : {false, true}) {
            const auto name = [&](const char* what) {
                return QByteArray(by_time ? "time, " : "step, ") + what;
            };
            QTest::newRow(name("all")) << by_time << -infinity << infinity << 40;
            QTest::newRow(name("one column")) << by_time << -infinity << infinity << 1;
            QTest::newRow(name("more columns than points")) << by_time << -infinity << infinity << 5000;
            QTest::newRow(name("a part")) << by_time << 1200.0 << 1900.0 << 33;
            QTest::newRow(name("an end")) << by_time << 1500.5 << infinity << 7;
            QTest::newRow(name("nothing")) << by_time << -9000.0 << -8000.0 << 7;
            QTest::newRow(name("wrong way round")) << by_time << 1900.0 << 1200.0 << 7;
            QTest::newRow(name("not a number")) << by_time << not_a_number << 1200.0 << 7;
        }
    }
    void columns_are_those_of_all_points_one_by_one() {
        QFETCH(bool, by_time);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(int, columns);
        std::mt19937 random(3);
        const auto points = noisy_curve(1000, random);
        const ChartRange range{by_time ? ChartRange::Axis::time : ChartRange::Axis::step, from, to};
        // Blocks of one point always give the exact result.
        const auto expected = draw(points, range, static_cast<std::size_t>(columns), 1);
        for (const std::size_t block : {2, 3, 16, 100, 5000}) {
            const auto found = draw(points, range, static_cast<std::size_t>(columns), block);
            // An open range is as wide as its points, and only whole blocks of points are known.
            if (std::isinf(from) && std::isinf(to)) {
                QCOMPARE(found.size(), expected.size());
                for (std::size_t i = 0; i < found.size(); ++i)
                    QVERIFY(same(found[i], expected[i]));
            }
            std::uint64_t count = 0;
            for (const auto& c : found)
                count += c.points;
            const auto inside = std::ranges::count_if(points, [&](const SeriesPoint& p) {
                const double x = by_time ? p.time : static_cast<double>(p.step);
                return (!by_time || p.time > 0) && x >= from && x <= to;
            });
            QCOMPARE(count, static_cast<std::uint64_t>(inside));
            QVERIFY(found.size() <= static_cast<std::size_t>(columns));
        }
    }

    void few_blocks_are_taken_apart() {
        std::mt19937 random(3);
        const auto points = noisy_curve(10000, random);
        std::size_t taken_apart = 0;
        draw(points, {}, 20, 50, &taken_apart);
        QVERIFY2(taken_apart <= 19, qPrintable(QString::number(taken_apart)));
    }

    void extreme_steps_have_their_columns() {
        constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
        constexpr auto highest = std::numeric_limits<std::int64_t>::max();
        const auto found = draw({{lowest, 0, 1}, {0, 0, 2}, {highest, 0, 3}}, {}, 1000, 3);
        QCOMPARE(found.size(), std::size_t{3});
        QCOMPARE(found.back().last.step, highest);
        QCOMPARE(draw({{5, 0, 1}}, {}, 1000, 3).size(), std::size_t{1});
        QVERIFY(draw({}, {}, 1000, 3).empty());
        // The two closest times that a double can represent.
        const ChartRange by_time{.axis = ChartRange::Axis::time};
        QCOMPARE(draw({{1, 4.9e-324, 1}, {2, 9.9e-324, 2}}, by_time, 1000, 1).size(), std::size_t{2});
        // Any number of columns is allowed.
        QCOMPARE(draw({{5, 0, 1}, {6, 0, 1}}, {}, 0, 3).size(), std::size_t{1});
        QCOMPARE(draw({{5, 0, 1}, {6, 0, 1}}, {}, SIZE_MAX, 3).size(), std::size_t{2});
    }
};

STEPVAULT_TEST(TestChartColumns)

}  // namespace test_chart_columns

#include "test_chart_columns.moc"
