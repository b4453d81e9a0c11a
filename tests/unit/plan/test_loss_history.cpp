#include <cmath>
#include <limits>

#include <QtTest>

#include "near.h"
#include "plan/loss_history.h"
#include "support/registry.h"

namespace test_loss_history {

using namespace stepvault;
using namespace stepvault::test;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// One point per step, every 2 seconds.
std::vector<LossPoint> falling(std::int64_t steps) {
    std::vector<LossPoint> points;
    for (std::int64_t k = 1; k <= steps; ++k)
        points.push_back({k, 1000 + 2 * static_cast<double>(k), 1 + 10 / static_cast<double>(k + 10)});
    return points;
}

}  // namespace

class TestLossHistory : public QObject {
    Q_OBJECT

 private slots:
    void nothing_of_nothing() {
        const auto history = make_loss_history({});
        QVERIFY(history.smooth.empty() && history.points == 0 && !history.iteration && history.restarts == 0);
    }

    void smooths_with_more_detail_at_the_start() {
        const auto history = make_loss_history(falling(10'000));
        QCOMPARE(history.points, std::uint64_t{10'000});
        QCOMPARE(history.first_step, std::int64_t{1});
        QCOMPARE(history.last_step, std::int64_t{10'000});
        near(*history.iteration, 2, 1e-12);
        near(history.running, 2 * 9999, 1e-6);
        QVERIFY(history.smooth.size() > 100 && history.smooth.size() <= 200);
        double points = 0;
        for (const auto& s : history.smooth)
            points += s.weight;
        QCOMPARE(points, 10'000.0);
        QVERIFY(history.smooth.front().weight == 1 && history.smooth.back().weight > 50);
        const auto& some = history.smooth[history.smooth.size() / 2];
        near(some.loss, 1 + 10 / (some.step + 10), 1e-4);
    }

    void a_resumed_training_replaces_what_it_did_again() {
        auto points = falling(100);
        for (std::int64_t k = 61; k <= 120; ++k)
            points.push_back({k, 1300 + 2 * static_cast<double>(k), 5});
        const auto history = make_loss_history(points);
        QCOMPARE(history.points, std::uint64_t{120});
        QCOMPARE(history.restarts, std::uint64_t{1});
        QCOMPARE(history.smooth.back().loss, 5.0);
        near(history.smooth.front().loss, 1 + 10 / 11.0, 1e-12);
        near(*history.iteration, 2, 1e-12);
    }

    void a_long_pause_is_a_restart_too() {
        auto points = falling(200);
        for (auto& p : points) {
            if (p.step > 90) p.time += 3600;
        }
        const auto history = make_loss_history(points);
        QCOMPARE(history.restarts, std::uint64_t{1});
        near(history.running, 2 * 198, 1e-6);
    }

    void an_epoch_of_many_points_is_no_restart() {
        std::vector<LossPoint> points;
        for (int k = 0; k < 4000; ++k)
            points.push_back({k / 50, 1000 + 0.5 * k, 1});
        const auto history = make_loss_history(points);
        QCOMPARE(history.restarts, std::uint64_t{0});
        QCOMPARE(history.points, std::uint64_t{80});
        near(*history.iteration, 25, 1e-9);
        near(history.running, 0.5 * 3999, 1e-6);
    }

    void losses_whose_squares_overflow_are_infinite() {
        auto points = falling(500);
        points[100].loss = 1e300;
        QCOMPARE(make_loss_history(points).not_finite, std::uint64_t{1});
        points.back().loss = -1e200;
        QVERIFY(make_loss_history(points).ends_not_finite);
    }

    void spikes_and_what_is_not_finite_are_left_out() {
        auto points = falling(500);
        points[100].loss = 900;
        points[300].loss = -900;
        points[200].loss = not_a_number;
        points[201].loss = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i].loss += 0.01 * std::sin(static_cast<double>(i * i));
        const auto history = make_loss_history(points);
        QCOMPARE(history.spikes, std::uint64_t{2});
        QCOMPARE(history.not_finite, std::uint64_t{2});
        QVERIFY(!history.ends_not_finite);
        QVERIFY(!history.smooth.empty());
        for (const auto& s : history.smooth)
            QVERIFY(s.loss > 0.9 && s.loss < 2.1);
        points.back().loss = not_a_number;
        QVERIFY(make_loss_history(points).ends_not_finite);
    }

    void without_times() {
        auto points = falling(50);
        for (auto& p : points)
            p.time = 0;
        const auto history = make_loss_history(points);
        QVERIFY(!history.iteration);
        QCOMPARE(history.running, 0.0);
    }

    void an_iteration_is_the_time_between_points_over_their_steps() {
        std::vector<LossPoint> points;
        for (int k = 1; k <= 50; ++k)
            points.push_back({10 * k, 1000 + 20.0 * k, 1});
        const auto history = make_loss_history(points);
        near(*history.iteration, 2, 1e-12);
        near(history.running, 20 * 49, 1e-9);
        QCOMPARE(history.first_step, std::int64_t{10});
        QCOMPARE(history.last_step, std::int64_t{500});
    }

    void what_counts_as_a_pause_data() {
        QTest::addColumn<double>("usual");
        QTest::addColumn<double>("gap");
        QTest::addColumn<int>("restarts");
        QTest::newRow("five minutes") << 2.0 << 300.0 << 0;
        QTest::newRow("more") << 2.0 << 301.0 << 1;
        QTest::newRow("ten usual gaps") << 40.0 << 400.0 << 0;
        QTest::newRow("more than ten") << 40.0 << 401.0 << 1;
    }
    void what_counts_as_a_pause() {
        QFETCH(double, usual);
        QFETCH(double, gap);
        QFETCH(int, restarts);
        std::vector<LossPoint> points;
        for (std::int64_t k = 1; k <= 200; ++k)
            points.push_back({k, 1000 + usual * static_cast<double>(k) + (k > 90 ? gap - usual : 0), 1});
        const auto history = make_loss_history(points);
        QCOMPARE(history.restarts, static_cast<std::uint64_t>(restarts));
        near(history.running, usual * 198 + (restarts == 0 ? gap : 0), 1e-6);
    }

    void the_bound_of_finite_losses() {
        auto points = falling(50);
        points.back().loss = 9.9e99;
        QCOMPARE(make_loss_history(points).not_finite, std::uint64_t{0});
        points.back().loss = 1e100;
        QCOMPARE(make_loss_history(points).not_finite, std::uint64_t{1});
        QVERIFY(make_loss_history(points).ends_not_finite);
    }

    void a_steep_start_or_end_is_no_spike_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("spikes");
        QTest::newRow("start") << 6 << 0;
        QTest::newRow("behind it") << 7 << 1;
        QTest::newRow("before the end") << 42 << 1;
        QTest::newRow("end") << 43 << 0;
    }
    void a_steep_start_or_end_is_no_spike() {
        QFETCH(int, index);
        QFETCH(int, spikes);
        auto points = falling(50);
        points[static_cast<std::size_t>(index)].loss = 900;
        const auto history = make_loss_history(points);
        QCOMPARE(history.spikes, static_cast<std::uint64_t>(spikes));
        QCOMPARE(history.points, static_cast<std::uint64_t>(50 - spikes));
    }
};

STEPVAULT_TEST(TestLossHistory)

}  // namespace test_loss_history

#include "test_loss_history.moc"
