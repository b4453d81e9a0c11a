#include <cmath>

#include <QtTest>

#include "near.h"
#include "plan/failure_rate.h"
#include "plan/survival.h"
#include "support/registry.h"

namespace test_failure_rate {

using namespace stepvault;
using namespace stepvault::test;

class TestFailureRate : public QObject {
    Q_OBJECT

 private slots:
    /// Garwood's limits of the Poisson mean, from tables.
    void confidence_data() {
        QTest::addColumn<quint64>("failures");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("0") << quint64{0} << 0.0 << 3.689;
        QTest::newRow("1") << quint64{1} << 0.0253 << 5.572;
        QTest::newRow("5") << quint64{5} << 1.623 << 11.668;
        QTest::newRow("10") << quint64{10} << 4.795 << 18.390;
        QTest::newRow("100") << quint64{100} << 81.364 << 121.627;
    }
    void confidence() {
        QFETCH(quint64, failures);
        QFETCH(double, low);
        QFETCH(double, high);
        const auto rate = estimate_failure_rate(failures, 3600);
        near(3600 / rate.least_mean, high, 6e-4);
        near(3600 / rate.most_mean, low, 6e-4);
    }

    void to_plan_with() {
        near(estimate_failure_rate(0, 0).mean_to_failure, 86400, 1e-9);
        near(estimate_failure_rate(1, 120).mean_to_failure, 43260, 1e-9);
        near(estimate_failure_rate(99, 864'000).mean_to_failure, 9504, 1e-9);
    }

    void survival() {
        QCOMPARE(Survival().at(1e9), 1.0);
        near(Survival::constant(100).at(50), std::exp(-0.5), 1e-12);
        near(Survival::constant(100).at(150, 100), std::exp(-0.5), 1e-12);
        const auto rungs = Survival::halving(10, 3);
        QCOMPARE(rungs.at(9.99), 1.0);
        near(rungs.at(10), 1.0 / 3, 1e-12);
        near(rungs.at(29.99), 1.0 / 3, 1e-12);
        near(rungs.at(30), 1.0 / 9, 1e-12);
        near(rungs.at(270, 30), 1.0 / 9, 1e-12);
    }
};

STEPVAULT_TEST(TestFailureRate)

}  // namespace test_failure_rate

#include "test_failure_rate.moc"
