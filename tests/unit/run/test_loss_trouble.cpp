#include <cmath>
#include <limits>
#include <random>

#include <QtTest>

#include "run/loss_trouble.h"

using namespace stepvault;

namespace {

constexpr double lost = std::numeric_limits<double>::quiet_NaN();

/// From 5 down towards 2, with noise.
std::vector<LossValue> falling(std::int64_t count, double noise = 0.05) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal(0, noise);
    std::vector<LossValue> losses;
    for (std::int64_t i = 0; i < count; ++i)
        losses.push_back({10 * i, 2 + 3 * std::exp(-static_cast<double>(i) / 100) + normal(random)});
    return losses;
}

}  // namespace

class TestLossTrouble : public QObject {
    Q_OBJECT

 private slots:
    void what_falls_has_none_data() {
        QTest::addColumn<double>("noise");
        for (const double noise : {0.0, 0.01, 0.1, 0.3})
            QTest::addRow("%g", noise) << noise;
    }
    void what_falls_has_none() {
        QFETCH(double, noise);
        QVERIFY(find_loss_troubles(falling(2000, noise)).empty());
        QVERIFY(find_loss_troubles({}).empty());
        QVERIFY(find_loss_troubles(std::vector<LossValue>(100, {1, 0.5})).empty());
    }

    void nan_that_stays() {
        auto losses = falling(300);
        for (std::size_t i = 250; i < losses.size(); ++i)
            losses[i].value = lost;
        const auto troubles = find_loss_troubles(losses);
        QCOMPARE(troubles.size(), std::size_t{1});
        QVERIFY(troubles[0].step == 2500 && !troubles[0].finite && !troubles[0].over);
    }

    void lone_nan_is_over() {
        auto losses = falling(300);
        losses[0].value = std::numeric_limits<double>::infinity();
        losses[100].value = lost;
        const auto troubles = find_loss_troubles(losses);
        QCOMPARE(troubles.size(), std::size_t{2});
        QVERIFY(troubles[0].step == 0 && troubles[1].step == 1000);
        QVERIFY(!troubles[0].finite && troubles[0].over && !troubles[1].finite && troubles[1].over);
    }

    void spike_that_comes_back() {
        auto losses = falling(400);
        for (std::size_t i = 200; i < 210; ++i)
            losses[i].value += 4;
        const auto troubles = find_loss_troubles(losses);
        QCOMPARE(troubles.size(), std::size_t{1});
        QVERIFY(troubles[0].step == 2000 && troubles[0].finite && troubles[0].over);
    }

    void spike_that_does_not() {
        auto losses = falling(400);
        for (std::size_t i = 390; i < 400; ++i)
            losses[i].value += 4;
        // Fewer than five good ones do not end it.
        losses[395].value -= 4;
        const auto troubles = find_loss_troubles(losses);
        QCOMPARE(troubles.size(), std::size_t{1});
        QVERIFY(troubles[0].step == 3900 && troubles[0].finite && !troubles[0].over);
    }

    void what_rises_and_is_lost_then_is_lost() {
        auto losses = falling(400);
        for (std::size_t i = 390; i < 400; ++i)
            losses[i].value = i < 395 ? 50 : lost;
        const auto troubles = find_loss_troubles(losses);
        QCOMPARE(troubles.size(), std::size_t{1});
        QVERIFY(troubles[0].step == 3900 && !troubles[0].finite && !troubles[0].over);
    }
};

QTEST_APPLESS_MAIN(TestLossTrouble)
#include "test_loss_trouble.moc"
