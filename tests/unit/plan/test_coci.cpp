#include <cmath>
#include <limits>

#include <QtTest>

#include "near.h"
#include "plan/coci.h"
#include "support/registry.h"

namespace test_coci {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// The example in the authors' code; in minutes.
constexpr ExponentialLoss loss{-0.078, 0.787};
constexpr FailureCosts costs_of(double checkpoint) {
    return {.checkpoint = checkpoint, .mean_to_failure = 1 / 0.0042, .restart = 0};
}
constexpr std::uint64_t any = 1'000'000;

}  // namespace

class TestCoci : public QObject {
    Q_OBJECT

 private slots:
    void the_published_rule() {
        near(coci_progress(loss, costs_of(0.0015)), 0.0146777, 5e-8);
        near(loss.at(0), 2.1967961, 5e-8);
        const auto schedule = coci_times(loss, costs_of(0.0015), 0, 0, 1000, 0, any);
        QCOMPARE(schedule.published, std::uint64_t{149});
        QCOMPARE(schedule.times.size(), std::size_t{149});
        QVERIFY(!schedule.clamped);
        const std::pair<std::size_t, double> expected[] = {
            {1, 0.0859466},  {2, 0.1724734},    {3, 0.2595880},   {10, 0.8865504},
            {50, 5.2124622}, {100, 14.1416338}, {149, 69.3672537}};
        for (const auto& [i, time] : expected)
            near(schedule.times[i - 1], time, 5e-7);
        // Plans up to half an hour.
        QCOMPARE(coci_times(loss, costs_of(0.0015), 0, 0, 30, 0, any).times.size(), std::size_t{135});
    }

    void few_for_a_dear_checkpoint() {
        near(coci_progress(loss, costs_of(0.05)), 0.4883328, 5e-8);
        const auto schedule = coci_times(loss, costs_of(0.05), 0, 0, 1000, 0, any);
        QCOMPARE(schedule.times.size(), std::size_t{4});
        const double expected[] = {3.22315, 7.53900, 14.09297, 28.20235};
        for (std::size_t i = 0; i < 4; ++i)
            near(schedule.times[i], expected[i], 5e-6);
    }

    void where_the_rule_gives_none_some_are_placed() {
        near(coci_progress(loss, costs_of(0.5)), 4.80, 5e-3);
        const auto none = coci_times(loss, costs_of(0.5), 0, 0, 60, 0, any);
        QVERIFY(none.times.empty() && none.published == 0 && !none.clamped);
        const auto some = coci_times(loss, costs_of(0.5), 0, 0, 60, 3, any);
        QVERIFY(some.clamped);
        QCOMPARE(some.times.size(), std::size_t{3});
        const double drop = loss.at(0) - loss.at(some.times[0]);
        near(loss.at(some.times[0]) - loss.at(some.times[1]), drop, 1e-12);
        near(loss.at(some.times[2]) - loss.at(60), drop, 1e-12);
    }

    void where_it_gives_thousands_so_many_are_placed() {
        const auto schedule = coci_times(loss, costs_of(1e-6), 0, 0, 60, 1, 100);
        QVERIFY(schedule.clamped && schedule.published > 100'000);
        QCOMPARE(schedule.times.size(), std::size_t{100});
        QVERIFY(std::ranges::is_sorted(schedule.times) && schedule.times.back() < 60);
    }

    void goes_on_from_where_the_training_is() {
        const auto all = coci_times(loss, costs_of(0.0015), 0, 0, 1000, 0, any);
        // A plan from just after the tenth of ten checkpoints: the following times are later by the ten
        // stalls.
        const double now = all.times[9] + 10 * 0.0015;
        const auto rest = coci_times(loss, costs_of(0.0015), now, 10, 1000, 0, any);
        QCOMPARE(rest.times.size(), std::size_t{139});
        near(rest.times[0], all.times[10] + 10 * 0.0015, 1e-9);
    }

    void nonsense_gives_nothing() {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        for (const auto& bad : {ExponentialLoss{0.1, 1}, ExponentialLoss{0, 1}, ExponentialLoss{nan, 1},
                                ExponentialLoss{-1, nan}})
            QVERIFY(coci_times(bad, costs_of(0.05), 0, 0, 60, 1, 10).times.empty());
        for (const auto& bad :
             {FailureCosts{0, 1, 0}, FailureCosts{-1, 1, 0}, FailureCosts{1, 0, 0}, FailureCosts{nan, 1, 0}})
            QVERIFY(coci_times(loss, bad, 0, 0, 60, 1, 10).times.empty());
        QVERIFY(coci_times(loss, costs_of(0.05), 60, 0, 60, 1, 10).times.empty());
        // By then the loss is practically zero.
        QVERIFY(coci_times(loss, costs_of(0.05), 1e6, 0, 2e6, 1, 10).times.empty());
    }

    void bounds_that_the_rule_meets_do_not_clamp_it() {
        const auto times = [](std::uint64_t least, std::uint64_t most) {
            return coci_times(loss, costs_of(0.05), 0, 0, 1000, least, most);
        };
        QVERIFY(!times(4, 4).clamped);
        QCOMPARE(times(4, 4).times.size(), std::size_t{4});
        QVERIFY(times(5, 9).clamped);
        QCOMPARE(times(5, 9).times.size(), std::size_t{5});
        QVERIFY(times(0, 3).clamped);
        QCOMPARE(times(0, 3).times.size(), std::size_t{3});
    }
};

STEPVAULT_TEST(TestCoci)

}  // namespace test_coci

#include "test_coci.moc"
