#include <cmath>
#include <limits>
#include <random>

#include <QtTest>

#include "near.h"
#include "plan/intervals.h"
#include "support/registry.h"

namespace test_intervals {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// Lambert's W by bisection: W e^W = x on [-1, 0], where both sides rise.
double lambert_w0(double x) {
    double low = -1;
    double high = 0;
    for (int i = 0; i < 200; ++i) {
        const double middle = (low + high) / 2;
        (middle * std::exp(middle) < x ? low : high) = middle;
    }
    return low;
}

}  // namespace

/// The expected digits are from a table that was computed from the formulas independently of this code; in
/// minutes.
class TestIntervals : public QObject {
    Q_OBJECT

 private slots:
    void young() {
        near(young_interval({.checkpoint = 0.0015, .mean_to_failure = 1 / 0.0042}), 0.8451543, 5e-8);
        near(young_interval({.checkpoint = 0.05, .mean_to_failure = 1 / 0.0042}), 4.8795, 5e-5);
    }

    void daly_and_the_optimum_data() {
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("daly");
        QTest::addColumn<double>("optimum");
        QTest::newRow("24 h") << 24 * 60.0 << 116.690 << 116.690;
        QTest::newRow("6 h") << 6 * 60.0 << 56.713 << 56.714;
        QTest::newRow("15 min") << 15.0 << 9.141 << 9.1665;
    }
    void daly_and_the_optimum() {
        QFETCH(double, mean);
        QFETCH(double, daly);
        QFETCH(double, optimum);
        const FailureCosts costs{.checkpoint = 5, .mean_to_failure = mean};
        near(daly_interval(costs), daly, 5.1e-4);
        near(optimal_interval(costs), optimum, 5.1e-4);
        near(optimal_interval(costs), (1 + lambert_w0(-std::exp(-1 - 5 / mean))) * mean, 1e-9 * mean);
    }

    void nothing_is_better_than_the_optimum() {
        std::mt19937_64 random(3);
        std::uniform_real_distribution<double> logarithm(-7, 3);
        for (int i = 0; i < 2000; ++i) {
            const double mean = std::exp(logarithm(random)) * 1000;
            const FailureCosts costs{
                .checkpoint = mean * std::exp(logarithm(random)), .mean_to_failure = mean, .restart = 2};
            const double best = optimal_interval(costs);
            QVERIFY(best > 0 && best <= mean);
            const double least = expected_time(costs, best, 1);
            for (const double other : {best * 0.99, best * 1.01, young_interval(costs), daly_interval(costs)})
                QVERIFY(other <= 0 || expected_time(costs, other, 1) >= least * (1 - 1e-12));
        }
    }

    void the_expected_time_is_the_first_orders_for_rare_failures() {
        const FailureCosts costs{.checkpoint = 1, .mean_to_failure = 1e6};
        const double tau = young_interval(costs);
        near(expected_time(costs, tau, 1) - 1, 1 / tau + tau / 2e6, 1e-5);
    }

    void extremes() {
        QCOMPARE(daly_interval({.checkpoint = 10, .mean_to_failure = 5}), 5.0);
        QCOMPARE(optimal_interval({.checkpoint = 0, .mean_to_failure = 5}), 0.0);
        near(optimal_interval({.checkpoint = 1e-12, .mean_to_failure = 1}), std::sqrt(2e-12), 1e-11);
        near(optimal_interval({.checkpoint = 1e6, .mean_to_failure = 1}), 1, 1e-12);
    }
};

STEPVAULT_TEST(TestIntervals)

}  // namespace test_intervals

#include "test_intervals.moc"
