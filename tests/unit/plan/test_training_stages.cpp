#include <cmath>
#include <vector>

#include <QtTest>

#include "near.h"
#include "plan/training_stages.h"
#include "support/registry.h"

namespace test_training_stages {

using namespace stepvault;
using namespace stepvault::test;

namespace {

const TrainingModel plain{.iteration = 1, .stall = 2, .mean_to_failure = 1000};

double falls(double seconds) {
    return std::exp(-seconds / 5);
}

double sum_of(const TrainingStages& stages, double TrainingStages::Iteration::*what) {
    double sum = 0;
    for (const auto& i : stages.iterations)
        sum += i.*what;
    return sum;
}

}  // namespace

class TestTrainingStages : public QObject {
    Q_OBJECT

 private slots:
    void progress_of_a_whole_run_equals_its_seconds() {
        auto model = plain;
        model.iteration = 0.5;
        const auto whole = make_stages(model, {}, 0, 20, falls);
        QVERIFY(whole && whole->has_progress);
        near(sum_of(*whole, &TrainingStages::Iteration::progress), 10, 1e-9);
        // Half of it has been done; the fall until then counts all the same.
        const auto rest = make_stages(model, {}, 10, 20, falls);
        near(sum_of(*rest, &TrainingStages::Iteration::progress),
             10 * (falls(5) - falls(10)) / (falls(0) - falls(10)), 1e-9);
    }

    void without_a_falling_loss_there_is_no_progress() {
        for (const LossCurve& loss :
             {LossCurve([](double) { return 1.0; }), LossCurve([](double t) { return t; }),
              LossCurve([](double t) { return t < 1 ? std::nan("") : 1 / t; })}) {
            const auto stages = make_stages(plain, {.progress = 1, .price = 1}, 0, 5, loss);
            QVERIFY(stages && !stages->has_progress);
            for (const auto& i : stages->iterations) {
                QCOMPARE(i.progress, 0.0);
                QCOMPARE(i.work, 1.0);
            }
        }
    }

    void work_mixes_progress_and_workers() {
        auto model = plain;
        model.workers = {{0, 1}, {5, 3}};
        const auto stages = make_stages(model, {.progress = 0.25, .price = 1}, 0, 10, falls);
        for (std::size_t k = 0; k < 10; ++k) {
            const auto& i = stages->iterations[k];
            const double workers = k < 5 ? 1 : 3;
            near(i.work, 0.25 * i.progress + 0.75 * workers / 2, 1e-12);
            near(i.hazard, workers / 1000, 1e-15);
            near(i.price, workers / 2, 1e-12);
        }
        near(stages->rate_at(5), 0.001, 1e-15);
        near(stages->rate_at(6), 0.003, 1e-15);
        near(stages->average_costs().mean_to_failure, 500, 1e-9);
        QCOMPARE(stages->average_costs().checkpoint, 2.0);
    }

    /// A stall of two iterations delays the two that follow it.
    void a_stall_delays_what_follows() {
        const auto stages = make_stages(plain, {.progress = 1, .price = 0}, 0, 5,
                                        [](double seconds) { return 10 - seconds; });
        const double expected[] = {1, 1, 1, 0.5, 0};
        for (std::size_t k = 0; k < 5; ++k) {
            near(stages->iterations[k].pace, expected[k], 1e-12);
            near(stages->iterations[k].price, expected[k], 1e-12);
        }
    }

    void survival_counts_from_the_begin() {
        auto model = plain;
        model.iteration = 2;
        model.survival = Survival::constant(10);
        const auto stages = make_stages(model, {}, 100, 110);
        near(stages->iterations[0].reached, 1, 1e-12);
        near(stages->iterations[5].reached, std::exp(-1), 1e-12);
    }

    void workers_change_with_iterations() {
        auto model = plain;
        QCOMPARE(model.workers_at(0), 1.0);
        QCOMPARE(model.average_workers(7), 1.0);
        model.workers = {{10, 2}, {30, 4}};
        QCOMPARE(model.workers_at(9), 1.0);
        QCOMPARE(model.workers_at(10), 2.0);
        QCOMPARE(model.workers_at(29), 2.0);
        QCOMPARE(model.workers_at(1000), 4.0);
        near(model.average_workers(40), 2.25, 1e-12);
        near(model.average_workers(20), 1.5, 1e-12);
        near(model.average_workers(10), 1, 1e-12);
    }

    void the_background_takes_whole_iterations_data() {
        QTest::addColumn<double>("background");
        QTest::addColumn<int>("iterations");
        QTest::addColumn<int>("gap");
        QTest::newRow("none") << 0.0 << 0 << 1;
        QTest::newRow("a little") << 0.01 << 1 << 1;
        QTest::newRow("exact despite rounding") << 0.3 << 3 << 3;
        QTest::newRow("a bit more") << 0.301 << 4 << 4;
    }
    void the_background_takes_whole_iterations() {
        QFETCH(double, background);
        QFETCH(int, iterations);
        QFETCH(int, gap);
        const TrainingModel model{.iteration = 0.1, .background = background, .mean_to_failure = 1000};
        QCOMPARE(model.background_iterations(), static_cast<std::uint64_t>(iterations));
        QCOMPARE(model.least_gap(), static_cast<std::uint64_t>(gap));
    }

    void ten_million_iterations_at_most() {
        QVERIFY(make_stages(plain, {}, 5, 5).error().code == ErrorCode::invalid_argument);
        QVERIFY(make_stages(plain, {.progress = 1.01}, 0, 5).error().code == ErrorCode::invalid_argument);
        QVERIFY(make_stages(plain, {.price = -0.01}, 0, 5).error().code == ErrorCode::invalid_argument);
        QVERIFY(make_stages(plain, {}, 7, 10'000'008).error().code == ErrorCode::invalid_argument);
        QVERIFY(make_stages(plain, {.progress = 0, .price = 0}, 5, 6));
    }
};

STEPVAULT_TEST(TestTrainingStages)

}  // namespace test_training_stages

#include "test_training_stages.moc"
