#include <limits>

#include <QtTest>

#include "metrics/source_series.h"
#include "support/registry.h"
#include "unit/metrics/curve_text.h"

namespace test_source_series {

using namespace stepvault;
using namespace stepvault::test;

namespace {

void add_all(SourceSeries& series, const std::vector<SeriesPoint>& points, std::uint64_t& number) {
    for (const auto& p : points)
        series.add(p, ++number, 0);
}

}  // namespace

class TestSourceSeries : public QObject {
    Q_OBJECT

 private slots:
    void curve_data() {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("curve");
        const auto row = [](const char* name, const char* written, const char* curve) {
            QTest::newRow(name) << QString(written) << QString(curve);
        };
        row("nothing", "", "");
        row("in order", "1 2 3 7", "1 2 3 7");
        row("negative steps", "-5 -3 0", "-5 -3 0");
        row("the last of a step counts", "1 2 2:b 3 3:b 3:c", "1 2:b 3:c");
        row("twice a step", "1 1:b 2 2:b 3 3:b 4 4:b 5 5:b", "1:b 2:b 3:b 4:b 5:b");
        row("neighbours change places", "2 1 4 3 6 5 8 7", "1 2 3 4 5 6 7 8");
        row("three points late", "1 5 6 7 2 8 9 10 3 11", "1 2 3 5 6 7 8 9 10 11");
        row("two late ones in a row", "10 13 11 12 14", "10 11 12 13 14");
        row("a late one of a step that is there", "1 2 3 4 2:b 5", "1 2:b 3 4 5");
        row("one point far behind", "10..100/10 1 110 120", "1 10 20 30 40 50 60 70 80 90 100 110 120");
        row("one point far behind, twice", "10..60/10 1 1:b 70", "1:b 10 20 30 40 50 60 70");
        row("means of epochs between steps", "10..50/10 1:e 60..100/10 2:e 110..150/10 3:e 160",
            "1:e 2:e 3:e 10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160");
        row("one point far behind at the end", "10..50/10 0:e", "0:e 10 20 30 40 50");
        row("two processes take turns", "1 1:b 2 2:b 3 3:b 4 4:b", "1:b 2:b 3:b 4:b");
        row("two processes, one ahead", "3 1:b 4 2:b 5 3:b 6 4:b 7 5:b", "1:b 2:b 3:b 4:b 5:b 6 7");

        row("a resume", "1..10 6..8:b", "1 2 3 4 5 6:b 7:b 8:b");
        row("a resume that is ahead again", "1..10 6..12:b", "1 2 3 4 5 6:b 7:b 8:b 9:b 10:b 11:b 12:b");
        row("the first point of a resume is not enough", "1..10 6:b", "1 2 3 4 5 6:b 7 8 9 10");
        row("a resume at other steps", "10..100/10 55:b 65:b", "10 20 30 40 50 55:b 65:b");
        row("a resume at wider steps", "10..100/10 45:b 70:b 95:b", "10 20 30 40 45:b 70:b 95:b");
        row("a resume of a few points", "1..10 9..12:b", "1 2 3 4 5 6 7 8 9:b 10:b 11:b 12:b");
        row("from scratch", "1..20 1..3:b", "1:b 2:b 3:b");
        row("from before the first", "10..20 5..7:b", "5:b 6:b 7:b");
        row("a double resume", "1..10 6..9:b 3..5:c", "1 2 3:c 4:c 5:c");
        row("a second resume later than the first", "1..10 4..12:b 8..9:c", "1 2 3 4:b 5:b 6:b 7:b 8:c 9:c");
        row("a resume twice a step", "1..10 6:b 6:c 7:b 7:c", "1 2 3 4 5 6:c 7:c");
        row("a resume behind four points", "1 5 6 7 8 2:b 3:b", "1 2:b 3:b");
        row("two late ones behind three points", "1 5 6 7 2:b 3:b", "1 2:b 3:b 5 6 7");
        row("a late point within a resume", "1..20 10:b 12:b 11:b 13:b",
            "1 2 3 4 5 6 7 8 9 10:b 11:b 12:b 13:b");
    }
    void curve() {
        QFETCH(QString, written);
        QFETCH(QString, curve);
        SourceSeries series;
        std::uint64_t number = 0;
        add_all(series, to_points(written), number);
        QCOMPARE(to_text(series.curve()), curve);

        // The series recognizes the file's points only in their order.
        series.rewind();
        for (const auto& p : to_points(written))
            QVERIFY(series.repeats(p));
        QVERIFY(!series.repeats({.step = 1, .time = 0, .value = 0}));
        QCOMPARE(to_text(series.curve()), curve);
    }

    void a_change_tells_how_far_back_it_goes() {
        SourceSeries series;
        std::uint64_t number = 0;
        add_all(series, to_points("1..10"), number);
        QCOMPARE(series.add({.step = 11, .time = 0, .value = 0}, ++number, 0).from, std::int64_t{11});
        const auto fall = series.add({.step = 4, .time = 0, .value = 0}, ++number, 0);
        QCOMPARE(fall.from, std::int64_t{4});
        QVERIFY(fall.fell && !fall.restarted);
        const auto restart = series.add({.step = 6, .time = 0, .value = 0}, ++number, 0);
        QCOMPARE(restart.from, std::int64_t{4});
        QCOMPARE(restart.restarted, std::optional(std::uint64_t{12}));
    }

    void a_restart_of_the_file_restarts_each_tag() {
        // An evaluation at every 25th step, beside a loss at every step.
        SourceSeries behind;
        std::uint64_t number = 0;
        add_all(behind, to_points("25..100/25"), number);
        behind.add(to_points("75:b").front(), 10, 0);
        QCOMPARE(to_text(behind.curve()), QString("25 50 75:b 100"));
        QVERIFY(!behind.restart_since(11));
        QCOMPARE(behind.restart_since(9), std::optional(std::int64_t{75}));
        QCOMPARE(to_text(behind.curve()), QString("25 50 75:b"));

        SourceSeries later;
        add_all(later, to_points("25..100/25"), number);
        QVERIFY(!later.restart_since(1));
        later.add(to_points("75:b").front(), 100, 90);
        QCOMPARE(to_text(later.curve()), QString("25 50 75:b"));
        later.add(to_points("50:c").front(), 101, 90);
        QCOMPARE(to_text(later.curve()), QString("25 50:c 75:b"));
    }

    void a_file_that_is_read_anew_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("again");
        QTest::addColumn<int>("repeated");
        QTest::addColumn<QString>("curve");
        const auto row = [](const char* name, const char* first, const char* again, int repeated,
                            const char* curve) {
            QTest::newRow(name) << QString(first) << QString(again) << repeated << QString(curve);
        };
        row("and has grown", "1..3", "1..5", 3, "1 2 3 4 5");
        row("and is the same", "1..3", "1..3", 3, "1 2 3");
        row("and is shorter", "1..5", "1..2", 2, "1 2 3 4 5");
        row("and was shortened and goes on otherwise", "1..5", "1..2 3..4:b", 2, "1 2 3:b 4:b");
        row("and was rotated", "1..5", "6..8", 0, "1 2 3 4 5 6 7 8");
        row("and is of a new run", "1..5", "1..2:b", 0, "1:b 2:b");
        row("with one other point", "1..5", "1..3 4:b", 3, "1 2 3 4:b");
        row("after a resume", "1..10 6..8:b", "1..10 6..9:b", 13, "1 2 3 4 5 6:b 7:b 8:b 9:b");
        row("after a resume, without the first branch", "1..10 6..8:b", "1..5 6..9:b", 5,
            "1 2 3 4 5 6:b 7:b 8:b 9:b");
    }
    void a_file_that_is_read_anew() {
        QFETCH(QString, first);
        QFETCH(QString, again);
        QFETCH(int, repeated);
        QFETCH(QString, curve);
        SourceSeries series;
        std::uint64_t number = 0;
        add_all(series, to_points(first), number);
        // In the second round the file's contents are known already.
        for (int round = 0; round < 2; ++round) {
            series.rewind();
            const auto points = to_points(again);
            std::size_t at = 0;
            while (at < points.size() && series.repeats(points[at]))
                ++at;
            QCOMPARE(static_cast<int>(at), round == 0 ? repeated : static_cast<int>(points.size()));
            if (at == points.size()) continue;
            series.continue_at(series.position());
            for (; at < points.size(); ++at)
                series.add(points[at], ++number, 0);
        }
        QCOMPARE(to_text(series.curve()), curve);
    }

    void not_a_number_repeats_itself() {
        SourceSeries series;
        const SeriesPoint p{.step = 1, .time = 5, .value = std::numeric_limits<double>::quiet_NaN()};
        series.add(p, 1, 0);
        series.rewind();
        QVERIFY(series.repeats(p));
    }
};

STEPVAULT_TEST(TestSourceSeries)

}  // namespace test_source_series

#include "test_source_series.moc"
