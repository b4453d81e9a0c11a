#include <cmath>
#include <limits>
#include <random>

#include <QtTest>

#include "near.h"
#include "plan/loss_trend.h"
#include "support/registry.h"

namespace test_loss_fit {

using namespace stepvault;
using namespace stepvault::test;

namespace {

using Curve = std::function<double(double)>;

LossHistory history_of(std::int64_t steps, const Curve& curve, double noise = 0, unsigned seed = 1) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    std::vector<LossPoint> points;
    for (std::int64_t k = 0; k < steps; ++k)
        points.push_back({k, 0, curve(static_cast<double>(k)) + noise * normal(random)});
    return make_loss_history(points);
}

}  // namespace

class TestLossFit : public QObject {
    Q_OBJECT

 private slots:
    void finds_the_family_data() {
        QTest::addColumn<int>("family");
        QTest::addColumn<Curve>("curve");
        const auto row = [](const char* name, LossFamily family, Curve curve) {
            QTest::newRow(name) << static_cast<int>(family) << std::move(curve);
        };
        row("COCI's", LossFamily::exponential, [](double k) { return std::exp(-0.001 * k + 0.787); });
        row("floor", LossFamily::exponential_floor, [](double k) { return 2 * std::exp(-0.0008 * k) + 0.4; });
        row("power", LossFamily::power_floor, [](double k) { return 3 * std::pow(k + 1, -0.4) + 0.5; });
        row("Optimus", LossFamily::inverse_floor, [](double k) { return 1 / (0.002 * k + 0.5) + 0.3; });
    }
    void finds_the_family() {
        QFETCH(int, family);
        QFETCH(Curve, curve);
        for (const double noise : {0.0, 0.03}) {
            const auto trend = fit_losses(history_of(4000, curve, noise), 8000);
            QCOMPARE(trend.verdict, FitVerdict::fits);
            QCOMPARE(static_cast<int>(trend.fit->family), family);
            QVERIFY(trend.fit->explained > 0.97);
            for (const double k : {50.0, 1000.0, 3999.0, 8000.0}) {
                // 1.96 of the band's 1.96 deviations, and the bias of the smoothing.
                const double allowed = 2 * trend.fit->band(k) + 0.004;
                near(trend.fit->at(k), curve(k), allowed);
            }
            if (noise > 0) near(trend.fit->noise, noise, 0.2 * noise);
        }
    }

    void the_band_holds_the_truth_as_often_as_it_says() {
        const Curve curve = [](double k) { return 2 * std::exp(-0.003 * k) + 0.4; };
        int within = 0;
        int asked = 0;
        for (unsigned seed = 1; seed <= 60; ++seed) {
            const auto history = history_of(1000, curve, 0.1, seed);
            const auto fit = fit_family(LossFamily::exponential_floor, history.smooth);
            for (const double k : {100.0, 500.0, 1500.0}) {
                within += std::abs(fit->at(k) - curve(k)) < fit->band(k) ? 1 : 0;
                ++asked;
            }
        }
        QVERIFY2(within > asked * 85 / 100, qPrintable(QString::number(within)));
    }

    void refits_as_points_come() {
        const Curve curve = [](double k) { return 2 * std::exp(-0.002 * k) + 0.4; };
        double before = 1;
        for (const std::int64_t steps : {300, 1000, 3000}) {
            const auto trend = fit_losses(history_of(steps, curve, 0.05), 6000);
            QVERIFY(trend.tells());
            const double off = std::abs(trend.fit->at(6000) - curve(6000));
            QVERIFY(off <= before);
            before = off;
        }
        QVERIFY(before < 0.01);
    }

    void after_a_lowered_learning_rate_only_the_new_part_counts() {
        const auto trend = fit_losses(history_of(
                                          6000,
                                          [](double k) {
                                              if (k < 3000) return 1.5 * std::exp(-0.004 * k) + 1;
                                              return 0.3 * std::exp(-0.001 * (k - 3000)) + 0.4;
                                          },
                                          0.02),
                                      9000);
        QCOMPARE(trend.verdict, FitVerdict::fits);
        QVERIFY2(std::abs(trend.fit->origin - 3000) < 150, qPrintable(QString::number(trend.fit->origin)));
        near(trend.fit->at(5500), 0.3 * std::exp(-2.5) + 0.4, 0.01);
    }

    void spikes_do_not_matter() {
        const Curve clean = [](double k) { return 2 * std::exp(-0.002 * k) + 0.4; };
        const auto trend =
            fit_losses(history_of(
                           3000, [&](double k) { return std::fmod(k, 100) == 50 ? 50.0 : clean(k); }, 0.02),
                       5000);
        QVERIFY(trend.tells());
        near(trend.fit->at(2500), clean(2500), 0.01);
    }

    void a_plateau_is_said() {
        const auto trend = fit_losses(history_of(
                                          5000, [](double k) { return 2 * std::exp(-0.01 * k) + 0.4; }, 0.05),
                                      10'000);
        QCOMPARE(trend.verdict, FitVerdict::plateau);
    }

    void no_fit_without_a_reason_data() {
        QTest::addColumn<LossHistory>("history");
        QTest::addColumn<int>("verdict");
        const auto row = [](const char* name, const LossHistory& history, FitVerdict verdict) {
            QTest::newRow(name) << history << static_cast<int>(verdict);
        };
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        row("nothing", {}, FitVerdict::too_few_points);
        row("one point", history_of(1, [](double) { return 1; }), FitVerdict::too_few_points);
        row("few points", history_of(7, [](double k) { return 1 / (1 + k); }), FitVerdict::too_few_points);
        row("constant", history_of(500, [](double) { return 0.7; }), FitVerdict::constant);
        row("zero", history_of(500, [](double) { return 0; }), FitVerdict::constant);
        row("rising",
            history_of(
                500, [](double k) { return 1 + k / 100; }, 0.1),
            FitVerdict::rising);
        row("noise",
            history_of(
                500, [](double) { return 1; }, 0.5),
            FitVerdict::no_trend);
        row("NaN", history_of(500, [=](double) { return nan; }), FitVerdict::not_finite);
        row("NaN at the end", history_of(500, [=](double k) { return k < 400 ? 1 / (1 + k) : nan; }),
            FitVerdict::not_finite);
        row("infinite", history_of(50, [](double) { return std::numeric_limits<double>::infinity(); }),
            FitVerdict::not_finite);
    }
    void no_fit_without_a_reason() {
        QFETCH(LossHistory, history);
        QFETCH(int, verdict);
        const auto trend = fit_losses(history, 1000);
        QCOMPARE(static_cast<int>(trend.verdict), verdict);
        QVERIFY(!trend.tells());
    }

    void negative_losses_have_negative_floors() {
        const auto trend = fit_losses(history_of(
                                          3000, [](double k) { return 5 * std::exp(-0.002 * k) - 3; }, 0.05),
                                      6000);
        QVERIFY(trend.tells());
        near(trend.fit->floor, -3, 0.1);
    }

    void survives_any_numbers() {
        std::mt19937_64 random(5);
        for (int i = 0; i < 300; ++i) {
            std::vector<LossPoint> points;
            const auto n = random() % 60;
            for (std::uint64_t k = 0; k < n; ++k) {
                const double size = std::pow(10, static_cast<double>(random() % 600) - 300);
                points.push_back({static_cast<std::int64_t>(random() % 100),
                                  static_cast<double>(random() % 50),
                                  random() % 5 == 0 ? std::nan("") : (random() % 2 == 0 ? -size : size)});
            }
            const auto trend = fit_losses(make_loss_history(points), 200);
            if (trend.tells()) QVERIFY(std::isfinite(trend.fit->shape) && std::isfinite(trend.fit->scale));
        }
    }

    void where_nothing_is_left_to_train_there_is_no_plateau() {
        const auto history = history_of(
            5000, [](double k) { return 2 * std::exp(-0.01 * k) + 0.4; }, 0.05);
        QCOMPARE(fit_losses(history, 4999).verdict, FitVerdict::fits);
        QCOMPARE(fit_losses(history, 5000).verdict, FitVerdict::plateau);
    }
};

STEPVAULT_TEST(TestLossFit)

}  // namespace test_loss_fit

#include "test_loss_fit.moc"
