#include <cmath>
#include <limits>
#include <random>

#include <QtTest>

#include "base/median.h"
#include "run/loss_trouble.h"
#include "support/registry.h"

namespace test_loss_trouble {

using namespace stepvault;

namespace {

constexpr double lost = std::numeric_limits<double>::quiet_NaN();

/// Falls from 5 towards 2, with noise.
std::vector<LossValue> falling(std::int64_t count, double noise = 0.05) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal(0, 1);
    std::vector<LossValue> losses;
    for (std::int64_t i = 0; i < count; ++i)
        losses.push_back({10 * i, 2 + 3 * std::exp(-static_cast<double>(i) / 100) + noise * normal(random)});
    return losses;
}

/// The rule in loss_trouble.h, with each median computed separately.
std::vector<LossTrouble> find_plainly(const std::vector<LossValue>& losses) {
    std::vector<LossTrouble> troubles;
    std::vector<double> good;
    double first = 0;
    int back = 0;
    for (const auto& loss : losses) {
        bool bad = !std::isfinite(loss.value);
        if (!bad && good.size() >= 20) {
            const std::vector<double> last(good.end() - 20, good.end());
            const double now = median(last);
            std::vector<double> off;
            for (const double v : last)
                off.push_back(std::abs(v - now));
            const double fallen = std::max(first - now, 0.2 * std::abs(now));
            bad = loss.value > now + std::max(8 * 1.4826 * median(off), fallen / 2);
        }
        const bool troubled = !troubles.empty() && !troubles.back().over;
        if (bad) {
            back = 0;
            if (!troubled) troubles.push_back({loss.step});
            troubles.back().finite &= std::isfinite(loss.value);
            continue;
        }
        if (troubled && ++back < 5) continue;
        if (troubled) troubles.back().over = true;
        good.push_back(loss.value);
        if (good.size() == 20) first = median(good);
    }
    return troubles;
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

    void finds_what_the_plain_rule_finds() {
        std::mt19937 random(9);
        for (int round = 0; round < 200; ++round) {
            auto losses = falling(300, 0.02 * (round % 10));
            // Equal values, jumps of all sizes, both signs, and non-finite values.
            for (auto& loss : losses) {
                const auto what = random() % 100;
                if (round % 3 == 0) loss.value = std::round(loss.value * 4) / 4;
                if (round % 4 == 0) loss.value -= 3;
                if (what < 6) loss.value += std::exp2(static_cast<double>(what));
                if (what == 6 && round % 2 == 0) loss.value = lost;
            }
            const auto found = find_loss_troubles(losses);
            const auto plain = find_plainly(losses);
            QCOMPARE(found.size(), plain.size());
            for (std::size_t i = 0; i < found.size(); ++i) {
                QCOMPARE(found[i].step, plain[i].step);
                QCOMPARE(found[i].finite, plain[i].finite);
                QCOMPARE(found[i].over, plain[i].over);
            }
        }
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
        // Fewer than five good values do not end the trouble.
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

STEPVAULT_TEST(TestLossTrouble)

}  // namespace test_loss_trouble

#include "test_loss_trouble.moc"
