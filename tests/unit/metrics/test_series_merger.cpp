#include <random>

#include <QtTest>

#include "metrics/series_merger.h"
#include "support/registry.h"
#include "unit/metrics/curve_text.h"

namespace test_series_merger {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr const char* loss = "loss";

/// Points of a source, one per second from `begin` on; without times if `begin` is 0.
struct Written {
    const char* source;
    const char* points;
    double begin = 0;
};

void add(SeriesMerger& merger, const std::string& source, const std::string& tag, SeriesPoint point,
         double time = 0) {
    point.time = time;
    auto& s = merger.source(source);
    s.add(tag, s.track(tag), point);
}

void add(SeriesMerger& merger, const Written& written) {
    double time = written.begin;
    for (const auto& p : to_points(written.points))
        add(merger, written.source, loss, p, written.begin > 0 ? time++ : 0);
}

/// Holds the curves that a catalog would build from the changes.
class Follower {
 public:
    void follow(const std::vector<SeriesChange>& changes) {
        for (const auto& change : changes) {
            auto& points = curves_[change.tag];
            std::erase_if(points, [&](const SeriesPoint& p) { return p.step >= change.from; });
            points.insert(points.end(), change.points.begin(), change.points.end());
        }
    }
    [[nodiscard]] QString text(const std::string& tag) { return to_text(curves_[tag]); }

 private:
    std::map<std::string, std::vector<SeriesPoint>> curves_;
};

}  // namespace

class TestSeriesMerger : public QObject {
    Q_OBJECT

 private slots:
    void several_files_data() {
        QTest::addColumn<std::vector<Written>>("written");
        QTest::addColumn<QString>("curve");
        const auto row = [](const char* name, const std::vector<Written>& written, const char* curve) {
            QTest::newRow(name) << written << QString(curve);
        };
        row("a resume, by time", {{"1", "1..10", 100}, {"2", "6..7:b", 200}}, "1 2 3 4 5 6:b 7:b");
        row("read in the other order", {{"2", "6..7:b", 200}, {"1", "1..10", 100}}, "1 2 3 4 5 6:b 7:b");
        row("from the first step", {{"1", "1..10", 100}, {"2", "1..2:b", 200}}, "1:b 2:b");
        row("behind the last step", {{"1", "1..3", 100}, {"2", "5..6:b", 200}}, "1 2 3 5:b 6:b");
        row("a double resume", {{"1", "1..10", 100}, {"2", "4..8:b", 200}, {"3", "6..7:c", 300}},
            "1 2 3 4:b 5:b 6:c 7:c");
        row("a second resume before the first",
            {{"1", "1..10", 100}, {"2", "6..8:b", 200}, {"3", "3..4:c", 300}}, "1 2 3:c 4:c");
        row("ranks at once", {{"1", "1..5", 100}, {"2", "1..5:b", 100.5}}, "1:b 2:b 3:b 4:b 5:b");
        row("ranks at once, one behind", {{"1", "1..5", 100}, {"2", "1..3:b", 100.5}}, "1:b 2:b 3:b 4 5");
        row("ranks at once at different steps", {{"1", "1..9/2", 100}, {"2", "2..6/2:b", 101}},
            "1 2:b 3 4:b 5 6:b 7 9");
        row("an evaluation beside a training", {{"1", "1..6", 100}, {"2", "3..6/3:v", 103}},
            "1 2 3:v 4 5 6:v");

        row("begun at the other's last second", {{"1", "1..10", 100}, {"2", "6..12/2:b", 109}},
            "1 2 3 4 5 6:b 8:b 10:b 12:b");
        row("begun at the other's last second, within it", {{"1", "1..10", 100}, {"2", "6..7:b", 109}},
            "1 2 3 4 5 6:b 7:b 8 9 10");

        row("no times: one goes on from the other", {{"1", "10..100/10"}, {"2", "65..115/10:b"}},
            "10 20 30 40 50 60 65:b 75:b 85:b 95:b 105:b 115:b");
        row("no times: ranks", {{"1", "1..5"}, {"2", "1..5:b"}}, "1:b 2:b 3:b 4:b 5:b");
        row("no times: ranks, one ahead", {{"1", "1..3"}, {"2", "1..5:b"}}, "1:b 2:b 3:b 4:b 5:b");
        row("no times: within the other", {{"1", "1..9"}, {"2", "4..6:b"}}, "1 2 3 4:b 5:b 6:b 7 8 9");
        row("no times: one after another", {{"1", "1..3"}, {"2", "4..6:b"}}, "1 2 3 4:b 5:b 6:b");
        row("no times: a resume in each of two ranks", {{"1", "1..10 6..12:b"}, {"2", "1..10:c 6..12:d"}},
            "1:c 2:c 3:c 4:c 5:c 6:d 7:d 8:d 9:d 10:d 11:d 12:d");

        row("points of unknown origin", {{"", "1..5"}, {"1", "3..4:b"}}, "1 2 3:b 4:b");
        row("points of unknown origin alone", {{"", "1..10 6..8:b"}}, "1 2 3 4 5 6:b 7:b 8:b");
    }
    void several_files() {
        QFETCH(std::vector<Written>, written);
        QFETCH(QString, curve);
        SeriesMerger merger;
        for (const auto& w : written)
            add(merger, w);
        Follower at_once;
        at_once.follow(merger.take_changes());
        QCOMPARE(at_once.text(loss), curve);
        QVERIFY(merger.take_changes().empty());

        // The same points, with the changes taken after each step.
        SeriesMerger other;
        Follower follower;
        for (const auto& w : written) {
            double time = w.begin;
            for (const auto& p : to_points(w.points)) {
                add(other, w.source, loss, p, w.begin > 0 ? time++ : 0);
                follower.follow(other.take_changes());
            }
        }
        QCOMPARE(follower.text(loss), curve);
        Follower all;
        all.follow(other.take_all());
        QCOMPARE(all.text(loss), curve);
    }

    void files_that_still_grow_were_not_resumed() {
        SeriesMerger merger;
        // The watcher first saw both files together: only the last points have the file's time.
        for (int step = 1; step <= 10; ++step)
            add(merger, "train", loss, {.step = step, .time = 0, .value = 'a'}, step == 10 ? 100 : 0);
        for (int step = 5; step <= 15; step += 5)
            add(merger, "val", loss, {.step = step, .time = 0, .value = 'v'}, step == 15 ? 101 : 0);
        Follower follower;
        follower.follow(merger.take_changes());
        QCOMPARE(follower.text(loss), QString("1 2 3 4 5:v 10:v 15:v"));
        add(merger, "train", loss, {.step = 11, .time = 0, .value = 'a'}, 110);
        follower.follow(merger.take_changes());
        QCOMPARE(follower.text(loss), QString("1 2 3 4 5:v 6 7 8 9 10:v 11 15:v"));
    }

    void tags_restart_together() {
        SeriesMerger merger;
        const auto train = [&](int from, int to, char branch) {
            for (int step = from; step <= to; ++step) {
                add(merger, "log", "train", {.step = step, .time = 0, .value = double(branch)});
                if (step % 25 == 0)
                    add(merger, "log", "val", {.step = step, .time = 0, .value = double(branch)});
            }
        };
        train(1, 100, 'a');
        Follower follower;
        follower.follow(merger.take_changes());
        QCOMPARE(follower.text("val"), QString("25 50 75 100"));
        train(61, 80, 'b');
        follower.follow(merger.take_changes());
        QCOMPARE(follower.text("val"), QString("25 50 75:b"));
        QVERIFY(follower.text("train").endsWith(
            "59 60 61:b 62:b 63:b 64:b 65:b 66:b 67:b 68:b 69:b 70:b 71:b 72:b "
            "73:b 74:b 75:b 76:b 77:b 78:b 79:b 80:b"));
        // A second restart, at a step of the evaluation, before it is certain that this is a restart.
        train(50, 52, 'c');
        follower.follow(merger.take_changes());
        QCOMPARE(follower.text("val"), QString("25 50:c"));
    }

    void what_is_told_is_what_there_is() {
        // For any points, and any times at which changes are taken, the changes add up to the whole curve.
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            SeriesMerger merger;
            SeriesMerger again;
            Follower follower;
            std::array<std::int64_t, 3> steps{};
            for (int i = 0; i < 120; ++i) {
                const auto source = random() % 3;
                auto& step = steps[source];
                step += static_cast<std::int64_t>(random() % 4);
                if (random() % 20 == 0) step -= static_cast<std::int64_t>(random() % 40);
                const auto tag = random() % 3 == 0 ? "val" : "loss";
                const double time = round % 2 == 0 ? 0 : 1000 + i + (source == 2 ? 60 : 0);
                const SeriesPoint p{.step = step, .time = 0, .value = 'a' + i * 0.1};
                add(merger, std::string(1, static_cast<char>('0' + source)), tag, p, time);
                add(again, std::string(1, static_cast<char>('0' + source)), tag, p, time);
                if (random() % 7 == 0) follower.follow(merger.take_changes());
            }
            follower.follow(merger.take_changes());
            Follower whole;
            whole.follow(again.take_changes());
            for (const auto* tag : {"loss", "val"})
                QCOMPARE(follower.text(tag), whole.text(tag));
        }
    }

    void the_value_at_a_step() {
        SeriesMerger merger;
        add(merger, {"1", "10..100/10", 100});
        add(merger, {"2", "65:b 75:b", 200});
        merger.settle();
        QVERIFY(merger.take_changes().empty());
        QCOMPARE(merger.tags(), std::vector<std::string>{loss});
        const auto value = [&](std::int64_t step) {
            return static_cast<int>(merger.value_at(loss, step).value_or(0));
        };
        QCOMPARE(value(9), 0);
        QCOMPARE(value(10), int('a'));
        QCOMPARE(value(64), int('a'));
        QCOMPARE(value(65), int('b'));
        QCOMPARE(value(1000), int('b'));
        QVERIFY(!merger.value_at("none", 1));
    }

    /// Not the last step ever written: the resume replaced it.
    void the_last_step_is_that_of_the_curve() {
        SeriesMerger merger;
        QVERIFY(!merger.last_step());
        add(merger, {"1", "10..100/10", 100});
        merger.settle();
        QCOMPARE(merger.last_step(), std::optional(std::int64_t{100}));
        add(merger, {"2", "65:b 75:b", 200});
        merger.settle();
        QCOMPARE(merger.last_step(), std::optional(std::int64_t{75}));
    }
};

STEPVAULT_TEST(TestSeriesMerger)

}  // namespace test_series_merger

#include "test_series_merger.moc"
