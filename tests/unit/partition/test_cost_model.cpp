#include <cmath>
#include <limits>
#include <random>

#include <QtTest>

#include "partition/cost_model.h"
#include "support/registry.h"

namespace test_cost_model {

using namespace stepvault;

namespace {

std::vector<SerializationSample> grid(const std::function<double(double bytes, double tensors)>& time) {
    std::vector<SerializationSample> samples;
    for (const double mib : {1, 4, 16, 64, 256}) {
        for (const double tensors : {1, 10, 100, 1000, 10'000}) {
            const double bytes = mib * 1048576;
            samples.push_back({static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(tensors),
                               time(bytes, tensors)});
        }
    }
    return samples;
}

bool near(double a, double b, double relative) {
    return std::abs(a - b) <= relative * std::abs(b);
}

}  // namespace

class TestCostModel : public QObject {
    Q_OBJECT

 private slots:
    void finds_what_made_the_times() {
        std::mt19937_64 random(2);
        std::normal_distribution<double> noise(0, 0.02);
        const auto model = fit_cost_model(grid(
            [&](double b, double k) { return (0.002 + 3e-5 * k + 2e-9 * b) * std::exp(noise(random)); }));
        QVERIFY(model);
        QVERIFY(near(model->start, 0.002, 0.1));
        QVERIFY(near(model->per_tensor, 3e-5, 0.05));
        QVERIFY(near(model->per_byte, 2e-9, 0.05));
        QVERIFY(near(model->lower, 15'000, 0.1));
        QVERIFY(std::isinf(model->upper) && model->worst < 0.1);
        QVERIFY(near(model->seconds({.bytes = 50'000'000, .tensors = 300}), 0.002 + 0.009 + 0.1, 0.05));
    }

    void several_processes_tell_what_is_shared() {
        // Measurements of processes that take 30 % longer for each process beside them.
        const auto share = [](double b, double k, unsigned n) {
            return (2e-5 * k + 1e-9 * b) / n * (1 + 0.3 * (n - 1));
        };
        const auto once = [](double b, double k) {
            const double each = std::clamp(8 * 1048576 / k, 8192.0, 32768.0);
            return 0.001 + 3e-6 * k + 4e-11 * b + 5e-9 * std::min(b, 4 * 1048576 + each * k);
        };
        auto samples = grid([&](double b, double k) { return once(b, k) + share(b, k, 1); });
        for (const auto& s : std::vector(samples)) {
            const auto b = static_cast<double>(s.bytes);
            const auto k = static_cast<double>(s.tensors);
            samples.push_back({s.bytes, s.tensors, 1.3 * s.seconds, 2, false});
            samples.push_back({s.bytes, s.tensors, once(b, k) + share(b, k, 2), 2, true});
        }
        const auto model = fit_cost_model(samples);
        QVERIFY(model);
        QVERIFY(near(model->crowding, 0.3, 1e-6));
        QVERIFY(near(model->start, 0.001, 1e-3) && near(model->once_per_byte, 4e-11, 1e-3));
        QVERIFY(near(model->once_per_tensor, 3e-6, 1e-3));
        QVERIFY(near(model->once_per_sampled_byte, 5e-9, 1e-3));
        QVERIFY(near(model->per_tensor, 2e-5, 1e-3) && near(model->per_byte, 1e-9, 1e-3));
        QVERIFY(model->worst < 1e-3);
        const SerializationSample three{1 << 30, 500, 1, 3};
        QVERIFY(near(model->seconds(three), once(1 << 30, 500) + share(1 << 30, 500, 1) / 3 * 1.6, 1e-3));
    }

    void every_group_has_its_sample() {
        CostModel model;
        model.once_per_sampled_byte = 1e-9;
        model.per_sampled_byte = 2e-9;
        // The sample of a group: 4 MiB and a part of each tensor; the parts are at most 8 MiB together, or 8
        // KiB each.
        const CheckpointSize adam{std::uint64_t{1} << 30U, 96, 3};
        QCOMPARE(model.once(adam), 15 * 1048576 * 1e-9);
        QCOMPARE(model.share(adam, {}, 4, 1), 7.5 * 1048576 * 1e-9);
        QCOMPARE(sampled_bytes({std::uint64_t{1} << 30U, 1536, 3}), 36 * 1048576.0);
        QCOMPARE(sampled_bytes({std::uint64_t{1} << 30U, 12288, 3}), 108 * 1048576.0);
        QCOMPARE(sampled_bytes({1000, 3, 3}), 1000.0);
    }

    void no_term_is_negative() {
        const auto model =
            fit_cost_model(grid([](double b, double k) { return 2e-9 * b - 1e-9 * k - 1e-4; }));
        QVERIFY(model);
        QVERIFY(model->start >= 0 && model->per_tensor >= 0 && near(model->per_byte, 2e-9, 0.1));
    }

    void large_tensors_that_take_longer_have_a_threshold() {
        const auto model = fit_cost_model(grid([](double b, double k) {
            const double time = 0.001 + 1e-5 * k + 1e-9 * b;
            return b / k > 1e8 ? 2 * time : time;
        }));
        QVERIFY(model);
        QCOMPARE(model->upper, 256 * 1048576.0);
    }

    void too_little_or_nonsense_fits_nothing() {
        auto samples = grid([](double b, double) { return b; });
        QVERIFY(!fit_cost_model(std::span(samples).first(3)));
        for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
            samples[7].seconds = bad;
            QVERIFY(!fit_cost_model(samples));
        }
    }
};

STEPVAULT_TEST(TestCostModel)

}  // namespace test_cost_model

#include "test_cost_model.moc"
