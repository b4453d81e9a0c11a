#include <cmath>

#include <QtTest>

#include "near.h"
#include "plan/simulation.h"
#include "support/registry.h"

namespace test_simulation {

using namespace stepvault;
using namespace stepvault::test;

namespace {

const TrainingModel model{.iteration = 1, .stall = 2, .background = 3, .restart = 10, .mean_to_failure = 500};
const std::vector<std::uint64_t> checkpoints{20, 40, 60};

SimulatedCosts play(const std::vector<double>& failures) {
    const auto stages = make_stages(model, {.progress = 0, .price = 1}, 0, 100);
    SimulationOptions options;
    options.trainings = 1;
    options.trace = failures;
    return *simulate(*stages, checkpoints, options, {});
}

}  // namespace

class TestSimulation : public QObject {
    Q_OBJECT

 private slots:
    /// Computed by hand: iterations of 1 s, checkpoints of 2 s after 20, 40 and 60, safe 3 s later, restarts
    /// of 10 s.
    void traces_data() {
        QTest::addColumn<QList<double>>("failures");
        QTest::addColumn<double>("stalls");
        QTest::addColumn<double>("rework");
        QTest::addColumn<double>("restarts");
        QTest::newRow("late") << QList<double>{1e6} << 6.0 << 0.0 << 0.0;
        QTest::newRow("at the start") << QList<double>{7.5} << 6.0 << 7.5 << 10.0;
        // The stall begins at 20; one second of it is lost, and all the work.
        QTest::newRow("in a stall") << QList<double>{21} << 7.0 << 20.0 << 10.0;
        // 24 s are 22 iterations: the checkpoint is not safe before 23.
        QTest::newRow("before it is safe") << QList<double>{24} << 8.0 << 22.0 << 10.0;
        QTest::newRow("just safe") << QList<double>{25.5} << 6.0 << 3.5 << 10.0;
        QTest::newRow("in the restart") << QList<double>{30, 36} << 6.0 << 8.0 << 16.0;
        QTest::newRow("twice") << QList<double>{30, 58} << 6.0 << 26.0 << 20.0;
    }
    void traces() {
        QFETCH(QList<double>, failures);
        QFETCH(double, stalls);
        QFETCH(double, rework);
        QFETCH(double, restarts);
        const auto played = play({failures.begin(), failures.end()});
        near(played.mean.seconds.stalls, stalls, 1e-9);
        near(played.mean.seconds.rework, rework, 1e-9);
        near(played.mean.seconds.restarts, restarts, 1e-9);
        QCOMPARE(played.trainings, std::uint64_t{1});
        QCOMPARE(played.seconds.mean, stalls + rework + restarts);
    }

    void weibulls_mean_is_the_models() {
        for (const double shape : {0.7, 1.0, 2.0}) {
            auto source = FailureSource::drawn(5, shape);
            double clock = 0;
            constexpr int failures = 200'000;
            for (int i = 0; i < failures; ++i)
                clock = source.next(clock);
            near(clock / failures, 1, 0.012);
        }
    }

    void clustered_failures_cost_less_rework() {
        const auto stages = make_stages(model, {.progress = 0, .price = 1}, 0, 5000);
        std::vector<std::uint64_t> many;
        for (std::uint64_t at = 50; at < 5000; at += 50)
            many.push_back(at);
        SimulationOptions options;
        options.trainings = 400;
        const auto even = simulate(*stages, many, options, {});
        options.shape = 0.5;
        const auto clustered = simulate(*stages, many, options, {});
        const auto per_failure = [](const SimulatedCosts& c) {
            return c.mean.seconds.rework / c.mean.failures;
        };
        QVERIFY(per_failure(*clustered) < 0.9 * per_failure(*even));
    }

    void the_same_seed_gives_the_same() {
        const auto stages = make_stages(model, {}, 0, 1000);
        SimulationOptions options;
        options.trainings = 20;
        const auto a = simulate(*stages, checkpoints, options, {});
        QCOMPARE(simulate(*stages, checkpoints, options, {})->seconds.mean, a->seconds.mean);
        options.seed = 2;
        QVERIFY(simulate(*stages, checkpoints, options, {})->seconds.mean != a->seconds.mean);
    }

    void what_never_ends_is_given_up() {
        auto hopeless = model;
        hopeless.mean_to_failure = 1;
        const auto stages = make_stages(hopeless, {}, 0, 100);
        SimulationOptions options;
        options.trainings = 1;
        const auto played = simulate(*stages, {}, options, {});
        QCOMPARE(played->unfinished, std::uint64_t{1});
        QCOMPARE(played->trainings, std::uint64_t{0});
    }

    void can_be_cancelled() {
        std::stop_source stop;
        stop.request_stop();
        const auto played = simulate(*make_stages(model, {}, 0, 100), {}, {}, {stop.get_token(), nullptr});
        QVERIFY(!played);
        QCOMPARE(played.error().code, ErrorCode::cancelled);
    }

    /// A failure at 30 s loses iterations 20 to 27.
    void lost_work_is_valued_where_it_was_done() {
        const auto stages = make_stages(model, {.progress = 0.5, .price = 1}, 0, 100,
                                        [](double seconds) { return std::exp(-seconds / 30); });
        SimulationOptions options{.trainings = 1, .trace = {30}};
        const auto played = simulate(*stages, checkpoints, options, {});
        double progress = 0;
        double work = 0;
        for (std::size_t k = 20; k < 28; ++k) {
            progress += stages->iterations[k].progress;
            work += stages->iterations[k].work;
        }
        near(played->mean.progress.rework, progress, 1e-9);
        near(played->mean.value.rework, work, 1e-9);
        near(played->mean.value.stalls, 6, 1e-9);
        near(played->mean.progress.restarts, 10 * stages->iterations[27].pace, 1e-9);
        QCOMPARE(played->mean.failures, 1.0);
        QCOMPARE(played->seconds.margin, 0.0);
    }

    void traced_failures_come_at_their_seconds_whatever_the_workers() {
        auto many = model;
        many.workers = {{0, 4}, {50, 8}};
        const auto stages = make_stages(many, {.progress = 0, .price = 1}, 0, 100);
        const auto played = simulate(*stages, checkpoints, {.trainings = 1, .trace = {24}}, {});
        near(played->mean.seconds.rework, 22, 1e-9);
        near(played->mean.seconds.stalls, 8, 1e-9);
    }
};

STEPVAULT_TEST(TestSimulation)

}  // namespace test_simulation

#include "test_simulation.moc"
