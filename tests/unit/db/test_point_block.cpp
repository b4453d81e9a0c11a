// Points and summaries as the catalog's bytes.
#include <QtTest>

#include "db/point_block.h"
#include "support/registry.h"
#include "unit/base/result_macros.h"

namespace test_point_block {

using namespace stepvault;

namespace {

/// No two fields are equal.
PointSummary distinct() {
    PointSummary s;
    s.points = 300;
    s.nan = 1;
    s.positive_infinite = 2;
    s.negative_infinite = 1ULL << 63;
    s.timed = 4;
    s.first = {.step = -10, .time = 11, .value = 12};
    s.last = {.step = 20, .time = 21, .value = 22};
    s.low = {.step = 30, .time = 31, .value = -32};
    s.high = {.step = 40, .time = 41, .value = 42};
    s.earliest = 50;
    s.latest = 60;
    return s;
}

bool same(const SeriesPoint& a, const SeriesPoint& b) {
    return a.step == b.step && a.time == b.time && a.value == b.value;
}

}  // namespace

class TestPointBlock : public QObject {
    Q_OBJECT

 private slots:
    void each_field_of_a_summary_comes_back() {
        const auto s = distinct();
        REQUIRE_VALUE(r, decode_summary(encode_summary(s)));
        QCOMPARE(r.points, s.points);
        QCOMPARE(r.nan, s.nan);
        QCOMPARE(r.positive_infinite, s.positive_infinite);
        QCOMPARE(r.negative_infinite, s.negative_infinite);
        QCOMPARE(r.timed, s.timed);
        QVERIFY(same(r.first, s.first) && same(r.last, s.last));
        QVERIFY(same(r.low, s.low) && same(r.high, s.high));
        QCOMPARE(r.earliest, s.earliest);
        QCOMPARE(r.latest, s.latest);
    }

    void a_summary_of_another_length_is_refused() {
        auto bytes = encode_summary(distinct());
        for (std::size_t n = 0; n < bytes.size(); ++n)
            REQUIRE_ERROR(decode_summary(ByteView(bytes).first(n)), ErrorCode::corrupt);
        bytes.push_back(std::byte{});
        REQUIRE_ERROR(decode_summary(bytes), ErrorCode::corrupt);
    }

    void points_come_back() {
        const std::vector<SeriesPoint> points{{.step = -1, .time = 2, .value = 3},
                                              {.step = 4, .time = 5, .value = 6}};
        const auto bytes = encode_points(points);
        QCOMPARE(bytes.size(), std::size_t{48});
        QCOMPARE(load<std::int64_t>(bytes, 0), std::int64_t{-1});
        QCOMPARE(load<double>(bytes, 8), 2.0);
        QCOMPARE(load<double>(bytes, 16), 3.0);
        REQUIRE_VALUE(r, decode_points(bytes));
        QCOMPARE(r.size(), std::size_t{2});
        QVERIFY(same(r[0], points[0]) && same(r[1], points[1]));
        REQUIRE_VALUE(none, decode_points({}));
        QVERIFY(none.empty());
    }

    void cut_points_are_refused_data() {
        QTest::addColumn<int>("size");
        for (const int size : {1, 23, 25, 47})
            QTest::addRow("%d", size) << size;
    }
    void cut_points_are_refused() {
        QFETCH(int, size);
        const auto bytes = Bytes(static_cast<std::size_t>(size));
        REQUIRE_ERROR(decode_points(bytes), ErrorCode::corrupt);
    }
};

STEPVAULT_TEST(TestPointBlock)

}  // namespace test_point_block

#include "test_point_block.moc"
