#include <cmath>
#include <limits>

#include <QtTest>

#include "metrics/curve_mean.h"
#include "metrics/seed_groups.h"
#include "support/registry.h"

namespace test_seed_groups {

using namespace stepvault;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

using Params = std::vector<Hyperparameter>;
using Groups = std::vector<std::vector<std::size_t>>;

}  // namespace

/// Which runs repeat one another, and the mean of their curves.
class TestSeedGroups : public QObject {
    Q_OBJECT

    static Groups groups(const std::vector<Params>& runs) {
        std::vector<const Params*> pointers;
        for (const Params& run : runs)
            pointers.push_back(run.empty() ? nullptr : &run);
        return seed_groups(pointers);
    }

 private slots:
    void runs_that_differ_in_their_seed_alone() {
        QCOMPARE(groups({{{"lr", 0.1}, {"seed", 1.0}},
                         {{"lr", 0.2}, {"seed", 1.0}},
                         {{"lr", 0.1}, {"seed", 2.0}},
                         {{"lr", 0.2}, {"seed", 2.0}},
                         {{"lr", 0.3}, {"seed", 1.0}}}),
                 (Groups{{0, 2}, {1, 3}}));
        QCOMPARE(groups({{{"train.random_seed", 1.0}, {"run_name", std::string("a")}},
                         {{"train.random_seed", 2.0}, {"run_name", std::string("b")}}}),
                 (Groups{{0, 1}}));
    }
    void other_runs() {
        // The same seed: a copy. No hyperparameters: nobody knows. Another type is another value.
        QCOMPARE(groups({{{"lr", 0.1}, {"seed", 1.0}}, {{"lr", 0.1}, {"seed", 1.0}}}), Groups());
        QCOMPARE(groups({{}, {}}), Groups());
        QCOMPARE(groups({{{"a", true}, {"seed", 1.0}}, {{"a", std::string("true")}, {"seed", 2.0}}}),
                 Groups());
        QCOMPARE(
            groups({{{"ab", std::string("c")}, {"seed", 1.0}}, {{"a", std::string("bc")}, {"seed", 2.0}}}),
            Groups());
    }

    void mean_at_all_steps_that_both_cover() {
        const std::vector<SeriesPoint> a{{0, 100, 4}, {10, 110, 2}, {20, 120, 0}};
        const std::vector<SeriesPoint> b{{5, 1000, 5}, {10, 1010, 4}, {15, 1020, 3}, {30, 1050, 0}};
        const CurveMean mean = curve_mean({a, b});
        QCOMPARE(mean.points.size(), std::size_t{4});
        const std::vector<SeriesPoint> expected{{5, 102.5, 4}, {10, 110, 3}, {15, 117.5, 2}, {20, 125, 1}};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(mean.points[i].step, expected[i].step);
            QCOMPARE(mean.points[i].value, expected[i].value);
            QCOMPARE(mean.points[i].time, expected[i].time);
        }
        QCOMPARE(mean.low, (std::vector<double>{3, 2, 1, 0}));
        QCOMPARE(mean.high, (std::vector<double>{5, 4, 3, 2}));
    }
    void values_that_do_not_count() {
        const std::vector<SeriesPoint> a{{0, 0, 1}, {1, 0, nan}, {2, 0, 3}};
        const std::vector<SeriesPoint> b{{0, 0, 1}, {1, 0, 2}, {2, 0, 3}, {2, 0, 5}};
        const CurveMean mean = curve_mean({a, b});
        QCOMPARE(mean.points.size(), std::size_t{3});
        QCOMPARE(mean.points[1].value, 2.0);
        QCOMPARE(mean.points[2].value, 4.0);
        QCOMPARE(mean.points[2].time, 0.0);
        const std::vector<SeriesPoint> lost{{0, 0, nan}};
        QCOMPARE(curve_mean({a, lost}).points.size(), std::size_t{2});
        const std::vector<SeriesPoint> later{{10, 0, 1}};
        QVERIFY(curve_mean({b, later}).points.empty());
        QVERIFY(curve_mean({}).points.empty());
    }
};

STEPVAULT_TEST(TestSeedGroups)

}  // namespace test_seed_groups

#include "test_seed_groups.moc"
