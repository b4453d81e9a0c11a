#include <limits>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "unit/base/result_macros.h"
#include "unit/db/catalog_rows.h"

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
        const std::vector<MetricPoint> in_order{
            loss(smallest, not_a_number, not_a_number), loss(-1, infinity, infinity),
            loss(0, -infinity, 1.7e9), loss(1, 4.9e-324, -1), loss(largest, 1.7976931348623157e308, 0)};
        std::vector<MetricPoint> mixed{in_order[3], in_order[0], in_order[4], in_order[2], in_order[1]};
        REQUIRE_OK(catalog_->put_metrics("r1", mixed));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, in_order));
    }

    void a_known_step_is_replaced() {
        REQUIRE_OK(catalog_->put_metrics("r1", {loss(1, 5, 10), loss(2, 4, 20)}));
        REQUIRE_OK(
            catalog_->put_metrics("r1", {loss(2, not_a_number, 21), loss(3, 3, 30), loss(3, 2.5, 31)}));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, {loss(1, 5, 10), loss(2, not_a_number, 21), loss(3, 2.5, 31)}));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QCOMPARE(series.size(), std::size_t{1});
        QVERIFY(same_series(series[0], {.tag = "loss", .points = 3, .last_step = 3, .last_value = 2.5}));
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
        REQUIRE_OK(catalog_->put_metrics(
            "r1", {loss(smallest, 0), loss(-7, 1), loss(5, 2), loss(7, 3), loss(largest, 4)}));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss", after));
        QCOMPARE(static_cast<int>(back.size()), count);
        for (const auto& point : back)
            QVERIFY(point.step > after);
    }

    void series_are_ordered_by_tag_and_keep_its_bytes() {
        REQUIRE_OK(catalog_->put_metrics("r1", {{.tag = "val", .step = 9, .value = not_a_number},
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
        REQUIRE_OK(catalog_->put_metrics("r1", {loss(1, 1)}));
        REQUIRE_OK(catalog_->put_metrics("r2", {loss(1, 2), loss(2, 3)}));
        REQUIRE_VALUE(first, catalog_->points("r1", "loss"));
        QVERIFY(same(first, {loss(1, 1)}));
        REQUIRE_VALUE(second, catalog_->points("r2", "loss"));
        QVERIFY(same(second, {loss(1, 2), loss(2, 3)}));
    }

    void no_points_are_no_change() {
        REQUIRE_OK(catalog_->put_metrics("r1", {}));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QVERIFY(series.empty());
    }

    void many_points_come_back() {
        std::vector<MetricPoint> many;
        for (std::int64_t step = 0; step < 100'000; ++step) {
            many.push_back(
                loss(step * 10, 1.0 / (1.0 + static_cast<double>(step)), static_cast<double>(step)));
        }
        REQUIRE_OK(catalog_->put_metrics("r1", many));
        REQUIRE_VALUE(back, catalog_->points("r1", "loss"));
        QVERIFY(same(back, many));
        REQUIRE_VALUE(series, catalog_->series("r1"));
        QCOMPARE(series.at(0).points, std::uint64_t{100'000});
        QCOMPARE(series.at(0).last_step, std::int64_t{999'990});
    }
};

QTEST_GUILESS_MAIN(TestCatalogPoints)
#include "test_catalog_points.moc"
