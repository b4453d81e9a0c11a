#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

namespace test_catalog_points {

using namespace stepvault;
using namespace stepvault::testing;

namespace {

constexpr auto smallest = std::numeric_limits<std::int64_t>::min();
constexpr auto largest = std::numeric_limits<std::int64_t>::max();

MetricPoint loss(std::int64_t step, double value, double time = 0) {
    return {.tag = "loss", .step = step, .time = time, .value = value};
}

bool same_series(const SeriesRow& a, const SeriesRow& b) {
    return a.tag == b.tag && a.points == b.points && a.last_step == b.last_step &&
           same(a.last_value, b.last_value);
}

}  // namespace

class TestCatalogPoints : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Catalog> catalog_;

 private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        REQUIRE_VALUE(opened, open_sqlite_catalog(catalog_in(*folder_)));
        catalog_ = std::move(opened);
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
    }
    void cleanup() {
        catalog_.reset();
        folder_.reset();
    }

    void extremes_come_back_in_order_of_steps() {
        const std::vector<MetricPoint> extremes{
            loss(smallest, not_a_number, not_a_number), loss(-1, infinity, infinity),
            loss(0, -infinity, 1.7e9), loss(1, 4.9e-324, -1), loss(largest, 1.7976931348623157e308, 0)};
        REQUIRE_OK(put_points(*catalog_, "r1", extremes));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, extremes));
    }

    void a_change_takes_the_place_of_all_from_its_step_on() {
        REQUIRE_OK(put_points(*catalog_, "r1", {loss(1, 5, 10), loss(2, 4, 20), loss(3, 3, 30)}));
        REQUIRE_OK(put_points(*catalog_, "r1", {loss(2, not_a_number, 21), loss(4, 2.5, 31)}));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, {loss(1, 5, 10), loss(2, not_a_number, 21), loss(4, 2.5, 31)}));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QCOMPARE(series.size(), std::size_t{1});
        QVERIFY(same_series(series[0], {.tag = "loss", .points = 3, .last_step = 4, .last_value = 2.5}));

        REQUIRE_VALUE(end, catalog_->metrics_end("r1"));
        REQUIRE_OK(catalog_->put_metrics("r1", {{"loss", 2, {}}, {"none", 2, {}}}, end, end + 1));
        REQUIRE_VALUE(less, catalog_->series("r1"));
        QCOMPARE(less.size(), std::size_t{1});
        QVERIFY(same_series(less[0], {.tag = "loss", .points = 1, .last_step = 1, .last_value = 5}));
        REQUIRE_OK(catalog_->put_metrics("r1", {{"loss", smallest, {}}}, end + 1, end + 2));
        REQUIRE_VALUE(nothing, catalog_->series("r1"));
        QVERIFY(nothing.empty());
    }

    void a_change_from_the_last_step_of_any_block_on() {
        for (std::int64_t count = 1; count <= 1500; count += count < 3 ? 1 : 97) {
            std::vector<MetricPoint> points;
            for (std::int64_t step = 1; step <= count; ++step)
                points.push_back(loss(step, 1));
            REQUIRE_OK(put_points(*catalog_, "r1", points));
            for (const std::int64_t block : {count, count / 256 * 256}) {
                if (block == 0) continue;
                points.resize(static_cast<std::size_t>(block));
                points.back().value += 1;
                REQUIRE_OK(put_points(*catalog_, "r1", {points.back()}));
                REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
                QVERIFY(same(back, points));
            }
        }
    }

    void changes_of_any_size_add_up() {
        std::mt19937 random(11);
        std::map<std::int64_t, MetricPoint> expected;
        for (int round = 0; round < 300; ++round) {
            const auto newest = expected.empty() ? 0 : expected.rbegin()->first;
            const std::array<std::int64_t, 5> back{0, 0, 0, 100, 2000};
            const auto from = newest + 1 - (random() % 3 == 0 ? back[random() % 5] : 0);
            const std::array<int, 6> counts{0, 1, 7, 255, 256, 1000};
            SeriesChange change{"loss", from, {}};
            auto step = from;
            for (int n = counts[random() % 6]; n > 0; --n) {
                change.points.push_back(
                    {.step = step, .time = 1, .value = static_cast<double>(round + step)});
                step += 1 + static_cast<std::int64_t>(random() % 3);
            }
            expected.erase(expected.lower_bound(from), expected.end());
            for (const auto& p : change.points)
                expected[p.step] = {.tag = "loss", .step = p.step, .time = p.time, .value = p.value};
            REQUIRE_VALUE(end, catalog_->metrics_end("r1"));
            REQUIRE_OK(catalog_->put_metrics("r1", {change}, end, end + 1));
            if (round % 20 != 19) continue;
            std::vector<MetricPoint> all;
            for (const auto& [s, p] : expected)
                all.push_back(p);
            REQUIRE_VALUE(points, catalog_->points("r1", "loss"));
            QVERIFY(same(points, all));
            REQUIRE_VALUE(series, catalog_->series("r1"));
            QCOMPARE(series.empty(), all.empty());
            if (all.empty()) continue;
            QVERIFY(same_series(series[0], {.tag = "loss",
                                            .points = all.size(),
                                            .last_step = all.back().step,
                                            .last_value = all.back().value}));
            const auto after = all[all.size() / 2].step;
            REQUIRE_VALUE(behind, catalog_->points("r1", "loss", after));
            all.erase(all.begin(), all.begin() + std::ssize(all) / 2 + 1);
            QVERIFY(same(behind, all));
        }
    }

    void curves_of_another_state_are_not_changed() {
        REQUIRE_OK(catalog_->put_metrics("r1", {{"loss", 1, {{1, 0, 1}}}}, 0, 100));
        REQUIRE_ERROR(catalog_->put_metrics("r1", {{"loss", 1, {{1, 0, 2}}}}, 0, 200), ErrorCode::changed);
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, {loss(1, 1)}));
        REQUIRE_VALUE(end, catalog_->metrics_end("r1"));
        QCOMPARE(end, std::uint64_t{100});
        // Putting the run again keeps its curves; putting the run after its removal starts without curves.
        REQUIRE_OK(catalog_->put_run(plain_run("r1", "renamed")));
        REQUIRE_VALUE(still, catalog_->metrics_end("r1"));
        QCOMPARE(still, std::uint64_t{100});
        REQUIRE_OK(catalog_->clear());
        REQUIRE_OK(catalog_->put_run(plain_run("r1")));
        REQUIRE_VALUE(none, catalog_->metrics_end("r1"));
        QCOMPARE(none, std::uint64_t{0});
        REQUIRE_VALUE(unknown, catalog_->metrics_end("none"));
        QCOMPARE(unknown, std::uint64_t{0});
    }

    void a_chart_of_any_part_shows_what_stands_out() {
        std::vector<MetricPoint> curve;
        for (std::int64_t step = 0; step < 20'000; ++step)
            curve.push_back(
                loss(step * 10, std::sin(static_cast<double>(step) * 0.01), 1e9 + static_cast<double>(step)));
        curve[7'777].value = 50;
        curve[7'778].value = not_a_number;
        curve[12'345].value = -50;
        curve[12'346].value = infinity;
        REQUIRE_OK(put_points(*catalog_, "r1", curve));
        REQUIRE_VALUE(whole, catalog_->chart("r1", "loss", {}, 100));
        QCOMPARE(whole.size(), std::size_t{100});
        std::uint64_t points = 0, nan = 0, infinite = 0;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const auto& c = whole[i];
            points += c.points;
            nan += c.nan;
            infinite += c.positive_infinite;
            QVERIFY(i == 0 || whole[i - 1].last.step < c.first.step);
            QVERIFY(static_cast<double>(c.first.step) >= 1999.9 * static_cast<double>(i) - 1e-6);
        }
        QCOMPARE(points, std::uint64_t{20'000});
        QCOMPARE(nan, std::uint64_t{1});
        QCOMPARE(infinite, std::uint64_t{1});
        QCOMPARE(whole[38].high.value, 50.0);
        QCOMPARE(whole[38].high.step, std::int64_t{77'770});
        QCOMPARE(whole[61].low.value, -50.0);

        REQUIRE_VALUE(part, catalog_->chart("r1", "loss", {ChartRange::Axis::step, 77'765, 77'785}, 1000));
        QCOMPARE(part.size(), std::size_t{2});
        QCOMPARE(part[0].first.value, 50.0);
        QCOMPARE(part[1].nan, std::uint64_t{1});

        REQUIRE_VALUE(later, catalog_->chart("r1", "loss", {ChartRange::Axis::time, 1e9 + 12'000}, 8));
        QCOMPARE(later.size(), std::size_t{8});
        QCOMPARE(later.front().first.step, std::int64_t{120'000});
        QCOMPARE(later.back().last.step, std::int64_t{199'990});
        QCOMPARE(later.front().low.value, -50.0);
        REQUIRE_VALUE(none, catalog_->chart("r1", "none", {}, 10));
        QVERIFY(none.empty());
    }

    void points_after_a_step_data() {
        QTest::addColumn<qint64>("after");
        QTest::addColumn<int>("count");
        QTest::newRow("before all") << qint64{-100} << 4;
        QTest::newRow("the smallest") << qint64{smallest} << 4;
        QTest::newRow("at one") << qint64{7} << 1;
        QTest::newRow("at a negative one") << qint64{-7} << 3;
        QTest::newRow("between") << qint64{6} << 2;
        QTest::newRow("the last") << qint64{largest} << 0;
    }
    void points_after_a_step() {
        QFETCH(qint64, after);
        QFETCH(int, count);
        REQUIRE_OK(put_points(*catalog_, "r1",
                              {loss(smallest, 0), loss(-7, 1), loss(5, 2), loss(7, 3), loss(largest, 4)}));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss", after));
        QCOMPARE(static_cast<int>(back.size()), count);
        for (const auto& point : back)
            QVERIFY(point.step > after);
    }

    void points_up_to_a_step_data() {
        QTest::addColumn<qint64>("until");
        QTest::addColumn<int>("count");
        QTest::newRow("before all") << qint64{4} << 0;
        QTest::newRow("the first") << qint64{5} << 1;
        QTest::newRow("between") << qint64{6} << 1;
        QTest::newRow("the last") << qint64{9} << 3;
        QTest::newRow("beyond all") << qint64{largest} << 3;
    }
    void points_up_to_a_step() {
        QFETCH(qint64, until);
        QFETCH(int, count);
        REQUIRE_OK(put_points(*catalog_, "r1", {loss(5, 2), loss(7, 3), loss(9, 4)}));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss", {}, until));
        QCOMPARE(static_cast<int>(back.size()), count);
        for (const auto& point : back)
            QVERIFY(point.step <= until);
    }

    void series_are_ordered_by_tag_and_keep_its_bytes() {
        REQUIRE_OK(put_points(*catalog_, "r1",
                              {{.tag = "val", .step = 9, .value = not_a_number},
                               {.tag = odd_bytes(), .step = smallest, .value = infinity},
                               {.tag = "", .step = 1, .value = 1},
                               {.tag = "val", .step = 10, .value = 0.5},
                               {.tag = "acc", .step = 2, .value = not_a_number}}));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QCOMPARE(series.size(), std::size_t{4});
        QVERIFY(same_series(series[0], {.tag = "", .points = 1, .last_step = 1, .last_value = 1}));
        QVERIFY(
            same_series(series[1], {.tag = "acc", .points = 1, .last_step = 2, .last_value = not_a_number}));
        QVERIFY(same_series(
            series[2], {.tag = odd_bytes(), .points = 1, .last_step = smallest, .last_value = infinity}));
        QVERIFY(same_series(series[3], {.tag = "val", .points = 2, .last_step = 10, .last_value = 0.5}));
        REQUIRE_VALUE(odd, catalog_->points("r1", odd_bytes()));
        QCOMPARE(odd.size(), std::size_t{1});
        QVERIFY(odd[0].tag == odd_bytes());
    }

    void runs_keep_their_points_apart() {
        REQUIRE_OK(catalog_->put_run(plain_run("r2")));
        REQUIRE_OK(put_points(*catalog_, "r1", {loss(1, 1)}));
        REQUIRE_OK(put_points(*catalog_, "r2", {loss(1, 2), loss(2, 3)}));
        REQUIRE_VALUE(first, catalog_->points("r1", "loss"));
        QVERIFY(same(first, {loss(1, 1)}));
        REQUIRE_VALUE(second, catalog_->points("r2", "loss"));
        QVERIFY(same(second, {loss(1, 2), loss(2, 3)}));
    }

    void no_points_are_no_change() {
        REQUIRE_OK(catalog_->put_metrics("r1", {}, 0, 0));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QVERIFY(series.empty());
    }

    void many_points_come_back() {
        std::vector<MetricPoint> many;
        for (std::int64_t step = 0; step < 100'000; ++step) {
            many.push_back(
                loss(step * 10, 1.0 / (1.0 + static_cast<double>(step)), static_cast<double>(step)));
        }
        REQUIRE_OK(put_points(*catalog_, "r1", many));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, many));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QCOMPARE(series.at(0).points, std::uint64_t{100'000});
        QCOMPARE(series.at(0).last_step, std::int64_t{999'990});
    }
};

STEPVAULT_TEST(TestCatalogPoints)

}  // namespace test_catalog_points

#include "test_catalog_points.moc"
