#include <cmath>

#include <QtTest>

#include "near.h"
#include "plan/expected_costs.h"
#include "plan/intervals.h"
#include "plan/simulation.h"
#include "random_stages.h"
#include "support/registry.h"

namespace test_expected_costs {

using namespace stepvault;
using namespace stepvault::test;

namespace {

std::vector<std::uint64_t> random_checkpoints(const TrainingStages& stages, std::mt19937_64& random) {
    std::vector<std::uint64_t> checkpoints;
    const auto gap = stages.model.least_gap();
    for (auto at = gap; at < stages.size(); at += gap + random() % 7)
        checkpoints.push_back(at);
    return checkpoints;
}

}  // namespace

class TestExpectedCosts : public QObject {
    Q_OBJECT

 private slots:
    void of_even_intervals_they_are_dalys() {
        const TrainingModel model{.iteration = 1, .stall = 5, .restart = 7, .mean_to_failure = 300};
        const auto stages = make_stages(model, {.progress = 0, .price = 1}, 0, 1000);
        std::vector<std::uint64_t> checkpoints;
        for (std::uint64_t at = 50; at < 1000; at += 50)
            checkpoints.push_back(at);
        const auto costs = expected_costs(*stages, checkpoints);
        const FailureCosts daly{.checkpoint = 5, .mean_to_failure = 300, .restart = 7};
        // The last stretch has no checkpoint.
        const double expected =
            expected_time(daly, 50, 950) + 300 * std::exp(7.0 / 300) * std::expm1(50.0 / 300);
        near(costs.seconds.total() + 1000, expected, 1e-9 * expected);
        near(costs.value.total(), costs.seconds.total(), 1e-9 * expected);
    }

    void nothing_fails_nothing_is_lost() {
        const TrainingModel model{.iteration = 2, .stall = 3, .mean_to_failure = 1e15};
        const auto stages = make_stages(model, {}, 0, 100, [](double t) { return 1 / (1 + t); });
        const std::vector<std::uint64_t> checkpoints{10, 20, 50};
        const auto costs = expected_costs(*stages, checkpoints);
        near(costs.seconds.stalls, 9, 1e-9);
        near(costs.seconds.rework, 0, 1e-9);
        near(costs.seconds.restarts, 0, 1e-9);
    }

    void a_checkpoint_that_is_not_safe_yet_is_of_no_use() {
        TrainingModel model{.iteration = 1, .stall = 0, .background = 40, .mean_to_failure = 1000};
        const std::vector<std::uint64_t> checkpoints{50};
        const auto late = expected_costs(*make_stages(model, {}, 0, 90), checkpoints);
        const auto none = expected_costs(*make_stages(model, {}, 0, 90), {});
        near(late.seconds.rework, none.seconds.rework, 1e-12);
        const auto useful = expected_costs(*make_stages(model, {}, 0, 91), checkpoints);
        QVERIFY(useful.seconds.rework <
                expected_costs(*make_stages(model, {}, 0, 91), {}).seconds.rework - 0.02);
    }

    void what_never_ends_costs_infinitely_much() {
        const TrainingModel model{.iteration = 1, .stall = 5, .restart = 7, .mean_to_failure = 100};
        const auto stages = make_stages(model, {.progress = 0, .price = 1}, 0, 100'000);
        const std::vector<std::uint64_t> checkpoints{90'000, 99'000};
        const auto costs = expected_costs(*stages, checkpoints);
        QVERIFY(std::isinf(costs.value.total()) && std::isinf(costs.seconds.total()));
        QVERIFY(std::isinf(costs.failures));
    }

    /// The workers of a job that is planned from a later iteration are the workers of that iteration.
    void workers_are_counted_from_the_runs_start() {
        TrainingModel model{.iteration = 2, .stall = 1, .restart = 10, .mean_to_failure = 1000};
        model.workers = {{0, 1}, {100, 4}};
        const auto whole = make_stages(model, {}, 0, 200);
        const auto rest = make_stages(model, {}, 90, 200);
        QVERIFY(whole && rest);
        for (std::size_t k = 0; k < rest->size(); ++k)
            QCOMPARE(rest->iterations[k].hazard, whole->iterations[90 + k].hazard);
        QCOMPARE(rest->iterations[9].hazard, 0.002);
        QCOMPARE(rest->iterations[10].hazard, 0.008);
    }

    /// The job is running where the plan begins, however many were stopped before.
    void survival_counts_from_where_the_plan_begins() {
        TrainingModel model{.iteration = 2, .stall = 1, .restart = 10, .mean_to_failure = 1000};
        model.survival = Survival::constant(100);
        const auto rest = make_stages(model, {}, 90, 200);
        QVERIFY(rest);
        QCOMPARE(rest->iterations[0].reached, 1.0);
        QCOMPARE(rest->iterations[50].reached, std::exp(-1.0));
    }

    void agree_with_simulation_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 24; ++seed)
            QTest::addRow("model %llu", seed) << seed;
    }
    void agree_with_simulation() {
        QFETCH(quint64, seed);
        std::mt19937_64 random(seed);
        auto stages = random_stages(random, 20, 200);
        auto checkpoints = random_checkpoints(stages, random);
        // With more failures the simulation would take too long.
        while (expected_costs(stages, checkpoints).failures > 100) {
            stages = random_stages(random, 20, 200);
            checkpoints = random_checkpoints(stages, random);
        }
        const auto expected = expected_costs(stages, checkpoints);
        const std::uint64_t trainings = qEnvironmentVariableIsSet("STEPVAULT_LONG_TEST") ? 20'000 : 5'000;
        const auto played = simulate(stages, checkpoints, {.trainings = trainings, .seed = seed}, {});
        QVERIFY(played);
        QCOMPARE(played->unfinished, std::uint64_t{0});
        // 2.5 confidence intervals: one test in a million would fail by chance, and the seeds are fixed.
        const auto agrees = [](const Estimate& e, double expectation, const char* what) {
            QVERIFY2(std::abs(e.mean - expectation) <= 2.5 * e.margin + 1e-9 * expectation,
                     qPrintable(QStringLiteral("%1: played %2 +- %3, expected %4")
                                    .arg(QLatin1StringView(what))
                                    .arg(e.mean)
                                    .arg(e.margin)
                                    .arg(expectation)));
        };
        agrees(played->failures, expected.failures, "failures");
        agrees(played->seconds, expected.seconds.total(), "seconds");
        agrees(played->progress, expected.progress.total(), "progress");
        agrees(played->value, expected.value.total(), "value");
    }
};

STEPVAULT_TEST(TestExpectedCosts)

}  // namespace test_expected_costs

#include "test_expected_costs.moc"
