#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include <QTemporaryDir>
#include <QtTest>

#include "db/database.h"
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

    /// A curve whose values are its steps, from 1 on.
    static std::vector<MetricPoint> steps_to(std::int64_t last) {
        std::vector<MetricPoint> points;
        for (std::int64_t step = 1; step <= last; ++step)
            points.push_back(loss(step, static_cast<double>(step)));
        return points;
    }
    /// Changes the file behind the catalog's back.
    void execute(const char* sql) {
        REQUIRE_VALUE(db, Database::open(catalog_in(*folder_), Database::Mode::create));
        REQUIRE_OK(db.execute(sql));
    }

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

    void blocks_are_of_256_points() {
        auto curve = steps_to(600);
        curve[255].value = not_a_number;
        curve[256].value = infinity;
        curve[257].value = -infinity;
        curve[300].value = -5;
        curve[599].value = 7;
        REQUIRE_OK(put_points(*catalog_, "r1", curve));
        REQUIRE_VALUE(blocks, catalog_->blocks("r1", "loss"));
        QCOMPARE(blocks.size(), std::size_t{3});
        const std::array<std::array<std::int64_t, 3>, 3> expected{
            {{256, 1, 256}, {256, 257, 512}, {88, 513, 600}}};
        for (std::size_t i = 0; i < 3; ++i) {
            const auto& b = blocks[i];
            QCOMPARE(static_cast<std::int64_t>(b.points), expected[i][0]);
            QCOMPARE(b.first.step, expected[i][1]);
            QCOMPARE(b.last.step, expected[i][2]);
        }
        QVERIFY(blocks[0].nan == 1 && blocks[1].nan == 0);
        QVERIFY(blocks[1].positive_infinite == 1 && blocks[1].negative_infinite == 1);
        QCOMPARE(blocks[1].low.step, std::int64_t{301});
        QCOMPARE(blocks[2].high.value, 599.0);
        REQUIRE_VALUE(none, catalog_->blocks("r1", "none"));
        QVERIFY(none.empty());
    }

    void a_chart_of_steps_includes_both_ends_data() {
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<int>("points");
        QTest::newRow("the last of a block") << 256.0 << 256.0 << 1;
        QTest::newRow("the first of a block") << 257.0 << 257.0 << 1;
        QTest::newRow("over a border") << 256.0 << 257.0 << 2;
        QTest::newRow("a whole block and its neighbours") << 256.0 << 513.0 << 258;
        QTest::newRow("between two steps") << 256.25 << 256.75 << 0;
        QTest::newRow("before all") << -9.0 << 0.0 << 0;
        QTest::newRow("the first of all") << -9.0 << 1.0 << 1;
        QTest::newRow("the last of all") << 600.0 << 1e9 << 1;
    }
    void a_chart_of_steps_includes_both_ends() {
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(int, points);
        REQUIRE_OK(put_points(*catalog_, "r1", steps_to(600)));
        for (const std::size_t columns : {1, 3, 1000}) {
            REQUIRE_VALUE(chart, catalog_->chart("r1", "loss", {ChartRange::Axis::step, from, to}, columns));
            std::uint64_t found = 0;
            for (const auto& c : chart)
                found += c.points;
            QCOMPARE(found, static_cast<std::uint64_t>(points));
        }
    }

    void points_between_two_steps_data() {
        QTest::addColumn<qint64>("after");
        QTest::addColumn<qint64>("until");
        QTest::newRow("within a block") << qint64{10} << qint64{20};
        QTest::newRow("a whole block") << qint64{256} << qint64{512};
        QTest::newRow("one point, a block's first") << qint64{256} << qint64{257};
        QTest::newRow("one point, a block's last") << qint64{511} << qint64{512};
        QTest::newRow("over several blocks") << qint64{255} << qint64{513};
        QTest::newRow("none") << qint64{300} << qint64{300};
    }
    void points_between_two_steps() {
        QFETCH(qint64, after);
        QFETCH(qint64, until);
        const auto curve = steps_to(600);
        REQUIRE_OK(put_points(*catalog_, "r1", curve));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss", after, until));
        QVERIFY(same(back, std::vector(curve.begin() + after, curve.begin() + until)));
    }

    void damaged_curves_are_corrupt_data() {
        QTest::addColumn<QByteArray>("damage");
        QTest::newRow("points") << QByteArray("UPDATE block_points SET points = x'00'");
        QTest::newRow("summary") << QByteArray("UPDATE blocks SET summary = x'00'");
    }
    void damaged_curves_are_corrupt() {
        QFETCH(QByteArray, damage);
        REQUIRE_OK(put_points(*catalog_, "r1", steps_to(300)));
        execute(damage.constData());
        const auto points = damage.contains("block_points");
        if (points) REQUIRE_ERROR(catalog_->points("r1", "loss"), ErrorCode::corrupt);
        if (!points) REQUIRE_ERROR(catalog_->blocks("r1", "loss"), ErrorCode::corrupt);
        const auto chart = catalog_->chart("r1", "loss", {}, 100);
        REQUIRE_ERROR(chart, ErrorCode::corrupt);
        QVERIFY(chart.error().message.ends_with("run `stepvault reindex`"));
    }

    /// The first of the changes is sound, and must not be kept without the second.
    void changes_are_made_together_or_not_at_all() {
        REQUIRE_OK(put_points(*catalog_, "r1", steps_to(3)));
        REQUIRE_VALUE(end, catalog_->metrics_end("r1"));
        REQUIRE_VALUE(before, catalog_->revisions());
        execute("UPDATE block_points SET points = x'00'");
        const std::vector<SeriesChange> changes{{"acc", 1, {{.step = 1, .time = 0, .value = 1}}},
                                                {"loss", 4, {{.step = 4, .time = 0, .value = 1}}}};
        REQUIRE_ERROR(catalog_->put_metrics("r1", changes, end, end + 9), ErrorCode::corrupt);
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QCOMPARE(series.size(), std::size_t{1});
        QCOMPARE(series[0].points, std::uint64_t{3});
        REQUIRE_VALUE(still, catalog_->metrics_end("r1"));
        QCOMPARE(still, end);
        REQUIRE_VALUE(after, catalog_->revisions());
        QCOMPARE(after.at(0).revision, before.at(0).revision);
    }

    void the_last_value_is_that_of_the_last_step_that_is_left() {
        REQUIRE_OK(put_points(*catalog_, "r1", steps_to(512)));
        REQUIRE_VALUE(end, catalog_->metrics_end("r1"));
        // Drops a whole block; what is left ends with a full one.
        REQUIRE_OK(catalog_->put_metrics("r1", {{"loss", 257, {}}}, end, end + 1));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QVERIFY(
            same_series(series.at(0), {.tag = "loss", .points = 256, .last_step = 256, .last_value = 256}));
    }
};

STEPVAULT_TEST(TestCatalogPoints)

}  // namespace test_catalog_points

#include "test_catalog_points.moc"
