#include <limits>
#include <numeric>

#include <QtTest>

#include "near.h"
#include "plan/coci_placement.h"
#include "plan/exact_placement.h"
#include "plan/expected_costs.h"
#include "plan/intervals.h"
#include "plan/schedules.h"
#include "random_stages.h"
#include "support/registry.h"

namespace test_exact_placement {

using namespace stepvault;
using namespace stepvault::test;

namespace {

double value_of(const TrainingStages& stages, const std::vector<std::uint64_t>& checkpoints) {
    return expected_costs(stages, checkpoints).value.total();
}

/// The least cost over all placements of checkpoints.
double least_of_all(const TrainingStages& stages) {
    const auto n = stages.size();
    const auto gap = stages.model.least_gap();
    double least = std::numeric_limits<double>::infinity();
    for (std::uint64_t set = 0; set < std::uint64_t{1} << (n - 1); ++set) {
        std::vector<std::uint64_t> checkpoints;
        bool apart = true;
        for (std::uint64_t b = 1; b < n; ++b) {
            if ((set >> (b - 1) & 1) == 0) continue;
            apart = apart && (checkpoints.empty() || b - checkpoints.back() >= gap);
            checkpoints.push_back(b);
        }
        if (apart) least = std::min(least, value_of(stages, checkpoints));
    }
    return least;
}

/// Toueg and Babaoglu's recursion as printed: the expected time of a stretch of work W that ends with a
/// checkpoint C is e^(lambda R) (e^(lambda (W + C)) - 1) / lambda, R being free of failures.
double toueg_babaoglu(std::uint64_t n, double iteration, double stall, double mean) {
    std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
    best[0] = 0;
    for (std::uint64_t j = 1; j <= n; ++j) {
        for (std::uint64_t i = 0; i < j; ++i) {
            const double work = static_cast<double>(j - i) * iteration;
            best[j] = std::min(best[j], best[i] + mean * std::expm1((work + (j < n ? stall : 0)) / mean));
        }
    }
    return best[n] - static_cast<double>(n) * iteration;
}

}  // namespace

class TestExactPlacement : public QObject {
    Q_OBJECT

 private slots:
    void is_the_least_of_all_placements() {
        std::mt19937_64 random(11);
        for (int i = 0; i < 300; ++i) {
            const auto stages = random_stages(random, 1, 11);
            const auto placed = exact_placement(stages);
            QVERIFY(placed);
            const double least = least_of_all(stages);
            const double value = value_of(stages, *placed);
            QVERIFY2(value <= least + 1e-9 * std::abs(least) + 1e-12 * stages.seconds(),
                     qPrintable(QStringLiteral("%1: %2 > %3").arg(i).arg(value).arg(least)));
        }
    }

    void is_toueg_and_babaoglus_for_time_alone() {
        std::mt19937_64 random(12);
        for (int i = 0; i < 50; ++i) {
            const auto n = std::uniform_int_distribution<std::uint64_t>(1, 150)(random);
            const double mean = std::exp(std::uniform_real_distribution(0.0, 8.0)(random));
            const double stall = std::exp(std::uniform_real_distribution(-5.0, 2.0)(random));
            const TrainingModel model{.iteration = 1, .stall = stall, .mean_to_failure = mean};
            const auto stages = make_stages(model, {.progress = 0, .price = 1}, 0, n);
            const auto placed = exact_placement(*stages);
            QVERIFY(placed);
            const double expected = toueg_babaoglu(n, 1, stall, mean);
            near(value_of(*stages, *placed), expected, 1e-9 * (expected + static_cast<double>(n)));
        }
    }

    void is_no_worse_than_any_other_schedule() {
        std::mt19937_64 random(13);
        for (int i = 0; i < 1000; ++i) {
            const auto stages = random_stages(random, 2, 1500);
            const auto exact = exact_schedule(stages);
            QVERIFY(exact);
            const double best = value_of(stages, exact->boundaries());
            QVERIFY(std::isfinite(best));
            LossFit fit;
            fit.shape = 3.0 / static_cast<double>(stages.size());
            fit.scale = 2;
            for (const auto& other :
                 {young_schedule(stages), daly_schedule(stages), optimal_schedule(stages),
                  checkfreq_schedule(stages), sqrt_density_schedule(stages), coci_schedule(stages, fit),
                  even_schedule(stages, 1), even_schedule(stages, 7), even_schedule(stages, stages.size())}) {
                const double value = value_of(stages, other.boundaries());
                QVERIFY2(best <= value + 1e-9 * std::abs(value) + 1e-12 * stages.seconds(),
                         qPrintable(QStringLiteral("%1, %2: %3 > %4")
                                        .arg(i)
                                        .arg(QLatin1StringView(schedule_name(other.kind).data()))
                                        .arg(best, 0, 'g', 17)
                                        .arg(value, 0, 'g', 17)));
            }
        }
    }

    /// If only time counts, the best stretches are equal, with the length that theory gives.
    void is_even_where_theory_says_so() {
        const TrainingModel model{.iteration = 1, .stall = 20, .restart = 30, .mean_to_failure = 5000};
        const auto stages = make_stages(model, {.progress = 0, .price = 1}, 0, 200'000);
        const auto placed = exact_placement(*stages);
        QVERIFY(placed && placed->size() > 300);
        const double optimum = optimal_interval({.checkpoint = 20, .mean_to_failure = 5000, .restart = 30});
        for (std::size_t i = 1; i < placed->size(); ++i) {
            const auto stretch = static_cast<double>((*placed)[i] - (*placed)[i - 1]);
            QVERIFY2(std::abs(stretch - optimum) < 0.01 * optimum + 1, qPrintable(QString::number(stretch)));
        }
    }

    void saves_more_often_where_the_loss_falls() {
        const TrainingModel model{.iteration = 1, .stall = 5, .mean_to_failure = 20'000};
        const auto stages = make_stages(model, {.progress = 1, .price = 1}, 0, 100'000,
                                        [](double t) { return std::exp(-t / 20'000); });
        const auto placed = exact_placement(*stages);
        const auto before = [&](std::uint64_t end) {
            return std::ranges::lower_bound(*placed, end) - placed->begin();
        };
        QVERIFY(before(50'000) > 3 * (std::ssize(*placed) - before(50'000)));
        // n ~ sqrt(|L'|): between two stages the density falls by e^(-t / 2T).
        near(static_cast<double>(before(20'000)) / static_cast<double>(before(40'000) - before(20'000)),
             std::exp(0.5), 0.05);
    }

    void none_where_it_would_never_end() {
        const TrainingModel model{.iteration = 100, .stall = 1, .mean_to_failure = 1};
        QVERIFY(!exact_placement(*make_stages(model, {}, 0, 10)));
    }
};

STEPVAULT_TEST(TestExactPlacement)

}  // namespace test_exact_placement

#include "test_exact_placement.moc"
