#include <cmath>
#include <limits>

#include <QtTest>

#include "near.h"
#include "plan/coci.h"
#include "plan/coci_placement.h"
#include "plan/schedules.h"
#include "support/registry.h"

namespace test_schedules {

using namespace stepvault;
using namespace stepvault::test;

namespace {

TrainingStages time_alone(const TrainingModel& model, std::uint64_t iterations) {
    return *make_stages(model, {.progress = 0, .price = 1}, 0, iterations);
}

/// e^(-0.078 t + 0.787) in minutes, one iteration per second.
LossFit authors_example() {
    LossFit fit;
    fit.shape = 0.078 / 60;
    fit.scale = std::exp(0.787);
    return fit;
}

void check_gaps(const Schedule& schedule, std::uint64_t gap, std::uint64_t size) {
    std::uint64_t last = 0;
    for (const auto& c : schedule.checkpoints) {
        QVERIFY(c.boundary >= last + (last > 0 ? gap : 1) && c.boundary < size);
        last = c.boundary;
    }
}

}  // namespace

class TestSchedules : public QObject {
    Q_OBJECT

 private slots:
    void even_ones_are_even() {
        const TrainingModel model{.iteration = 0.5, .stall = 4, .mean_to_failure = 8000};
        const auto stages = time_alone(model, 10'000);
        const auto young = young_schedule(stages);
        const auto gap = static_cast<std::uint64_t>(std::lround(std::sqrt(2 * 4 * 8000.0) / 0.5));
        QCOMPARE(young.checkpoints.size(), std::size_t{(10'000 - 1) / gap});
        for (std::size_t i = 0; i < young.checkpoints.size(); ++i)
            QCOMPARE(young.checkpoints[i].boundary, (i + 1) * gap);
        QCOMPARE(daly_schedule(stages).checkpoints.front().boundary,
                 static_cast<std::uint64_t>(
                     std::lround(daly_interval({.checkpoint = 4, .mean_to_failure = 8000}) / 0.5)));
        QCOMPARE(even_schedule(stages, 3000).boundaries(), (std::vector<std::uint64_t>{3000, 6000, 9000}));
    }

    void none_is_closer_than_the_background_allows() {
        const TrainingModel model{.iteration = 1, .stall = 0.01, .background = 12.5, .mean_to_failure = 30};
        const auto stages = *make_stages(model, {.progress = 1, .price = 1}, 0, 5000,
                                         [](double t) { return std::exp(-t / 100); });
        for (const auto& schedule : {even_schedule(stages, 2), young_schedule(stages),
                                     checkfreq_schedule(stages), sqrt_density_schedule(stages),
                                     *exact_schedule(stages), coci_schedule(stages, authors_example())})
            check_gaps(schedule, 13, 5000);
        QVERIFY(even_schedule(stages, 2).clamped);
    }

    /// k = ceil(t_persist / t_iteration), then two more while stalls take more than 5 % of a window.
    void checkfreq() {
        const TrainingModel model{.iteration = 1, .stall = 0.5, .background = 4.2, .mean_to_failure = 1e6};
        const auto schedule = checkfreq_schedule(time_alone(model, 60));
        QCOMPARE(schedule.boundaries(), (std::vector<std::uint64_t>{5, 12, 21, 32, 43, 54}));
        QCOMPARE(schedule.checkpoints[0].reason, PlacementReason::persist_time);
        QCOMPARE(schedule.checkpoints[1].reason, PlacementReason::overhead_limit);
    }

    /// t_j = (2 / a) ln(1 - j / K) for L = e^(a t + b), with a fixed price and lost work valued by progress
    /// alone.
    void sqrt_density_has_a_closed_form() {
        const double a = -1.0 / 20'000;
        const TrainingModel model{.iteration = 1, .stall = 10, .mean_to_failure = 30'000};
        const auto stages = *make_stages(model, {.progress = 1, .price = 1}, 0, 100'000,
                                         [a](double t) { return std::exp(a * t); });
        const auto schedule = sqrt_density_schedule(stages);
        // Work is in average seconds: its rate at the start is |a| T / (1 - e^(a T)).
        const double first = -a * 1e5 / (1 - std::exp(a * 1e5));
        const double k = 2 / -a * std::sqrt(first / (30'000.0 * 2 * 10));
        QVERIFY(schedule.checkpoints.size() > 50);
        for (std::size_t j = 1; j <= schedule.checkpoints.size(); ++j) {
            near(static_cast<double>(schedule.checkpoints[j - 1].boundary),
                 2 / a * std::log(1 - static_cast<double>(j) / k), 2);
        }
    }

    void coci_is_its_rule_on_iterations() {
        const TrainingModel model{.iteration = 1, .stall = 0.05 * 60, .mean_to_failure = 60 / 0.0042};
        const auto schedule = coci_schedule(time_alone(model, 3600), authors_example());
        QVERIFY(!schedule.clamped);
        const double expected[] = {3.22315, 7.53900, 14.09297, 28.20235};
        QCOMPARE(schedule.checkpoints.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(schedule.checkpoints[i].boundary,
                     static_cast<std::uint64_t>(std::ceil(expected[i] * 60)));
            QCOMPARE(schedule.checkpoints[i].reason, PlacementReason::loss_drop);
        }
    }

    void coci_is_clamped_where_its_rule_gives_none_or_thousands() {
        TrainingModel model{.iteration = 1, .stall = 30, .mean_to_failure = 60 / 0.0042};
        const auto none = coci_schedule(time_alone(model, 36'000), authors_example());
        QVERIFY(none.clamped && none.checkpoints.size() >= 9);
        model.stall = 1e-4;
        const auto thousands = coci_schedule(time_alone(model, 36'000), authors_example());
        QVERIFY(thousands.clamped);
        check_gaps(thousands, 1, 36'000);
    }

    void coci_online_profiles_then_follows_its_fit() {
        const TrainingModel model{.iteration = 1, .stall = 0.05 * 60, .mean_to_failure = 60 / 0.0042};
        const auto stages = time_alone(model, 3600);
        std::vector<LossPoint> losses;
        for (std::int64_t k = 1; k <= 3600; ++k)
            losses.push_back({k, 0, authors_example().at(static_cast<double>(k))});
        const auto schedule = coci_online_schedule(stages, losses);
        QCOMPARE(schedule.checkpoints.front().boundary, std::uint64_t{10});
        QCOMPARE(schedule.checkpoints.front().reason, PlacementReason::profile);
        // From iteration 50 on the rule places the checkpoints.
        const auto rule = coci_times({-0.078, 0.787}, {.checkpoint = 0.05, .mean_to_failure = 1 / 0.0042},
                                     50.0 / 60, 0, 60, 0, 1000);
        QCOMPARE(schedule.checkpoints.size(), rule.times.size() + 1);
        for (std::size_t i = 0; i < rule.times.size(); ++i)
            near(static_cast<double>(schedule.checkpoints[i + 1].boundary), rule.times[i] * 60, 1.01);
    }

    void coci_online_refits_and_waits_for_a_fit() {
        const TrainingModel model{.iteration = 1, .stall = 3, .mean_to_failure = 20'000};
        const auto stages = time_alone(model, 40'000);
        std::vector<LossPoint> steady;
        std::vector<LossPoint> slower;
        std::vector<LossPoint> late;
        for (std::int64_t k = 1; k <= 40'000; ++k) {
            const auto t = static_cast<double>(k);
            steady.push_back({k, 0, 2 * std::exp(-t / 4000)});
            slower.push_back({k, 0, k < 5000 ? 2 * std::exp(-t / 200) : std::exp(-t / 20'000)});
            late.push_back({k, 0, k < 150 ? 1 + t / 100 : 3 * std::exp(-t / 4000)});
        }
        const auto reasons = [](const Schedule& s) { return s.checkpoints.size(); };
        const auto kept = coci_online_schedule(stages, steady);
        const auto refitted = coci_online_schedule(stages, slower);
        QVERIFY(reasons(kept) > 5);
        const auto behind = [](const Schedule& s, std::uint64_t from) {
            return std::ranges::count_if(s.checkpoints, [&](const auto& c) { return c.boundary > from; });
        };
        // By the first fit no progress was left by then.
        QVERIFY(behind(refitted, 10'000) >= 5);
        QVERIFY(behind(coci_online_schedule(stages, late), 200) > 5);
        // Without a fit only the longest allowed stretch places checkpoints.
        const auto blind = coci_online_schedule(stages, {});
        QVERIFY(blind.clamped);
        QCOMPARE(blind.boundaries(), (std::vector<std::uint64_t>{10, 20'005}));
    }

    void nothing_to_weigh_is_no_trouble() {
        const TrainingModel model{.iteration = 1, .stall = 0, .mean_to_failure = 1000};
        const auto stages = time_alone(model, 50);
        for (const auto& schedule :
             {young_schedule(stages), daly_schedule(stages), optimal_schedule(stages),
              sqrt_density_schedule(stages), checkfreq_schedule(stages), *exact_schedule(stages)})
            QVERIFY(schedule.checkpoints.size() == 49);
        // The coci rule then has nothing to save; only the longest allowed stretch places checkpoints.
        const auto coci = coci_schedule(stages, authors_example());
        QVERIFY(coci.checkpoints.empty() && !coci.clamped);
        const auto longer = coci_schedule(time_alone(model, 2500), authors_example());
        QVERIFY(longer.clamped);
        QCOMPARE(longer.boundaries(), (std::vector<std::uint64_t>{833, 1666}));
        for (const std::uint64_t n : {1, 2}) {
            const auto tiny = time_alone(model, n);
            QVERIFY(young_schedule(tiny).checkpoints.size() == n - 1);
            QVERIFY(exact_schedule(tiny)->checkpoints.size() == n - 1);
        }
    }

    void names_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("name");
        const QStringList names{"even", "young",       "daly",         "optimal", "checkfreq",
                                "coci", "coci-online", "sqrt-density", "exact",   "online"};
        for (int kind = 0; kind < names.size(); ++kind)
            QTest::newRow(qPrintable(names[kind])) << kind << names[kind];
    }
    void names() {
        QFETCH(int, kind);
        QFETCH(QString, name);
        const auto actual = schedule_name(static_cast<ScheduleKind>(kind));
        QCOMPARE(std::string(actual), name.toStdString());
    }

    void reasons_have_names() {
        const std::string names[] = {"even",    "failure_rate", "persist_time", "overhead_limit",
                                     "profile", "loss_drop",    "density",      "least_cost"};
        for (int reason = 0; reason < 8; ++reason)
            QCOMPARE(std::string(placement_reason_name(static_cast<PlacementReason>(reason))), names[reason]);
    }

    void each_says_its_kind_and_reason() {
        const auto stages = time_alone({.iteration = 1, .stall = 2, .mean_to_failure = 500}, 1000);
        const auto is = [](const Schedule& schedule, ScheduleKind kind, PlacementReason reason) {
            return schedule.kind == kind && schedule.checkpoints.front().reason == reason;
        };
        QVERIFY(is(even_schedule(stages, 9), ScheduleKind::even, PlacementReason::even));
        QVERIFY(is(young_schedule(stages), ScheduleKind::young, PlacementReason::failure_rate));
        QVERIFY(is(daly_schedule(stages), ScheduleKind::daly, PlacementReason::failure_rate));
        QVERIFY(is(optimal_schedule(stages), ScheduleKind::optimal, PlacementReason::failure_rate));
        QVERIFY(is(sqrt_density_schedule(stages), ScheduleKind::sqrt_density, PlacementReason::density));
        QVERIFY(is(*exact_schedule(stages), ScheduleKind::exact, PlacementReason::least_cost));
        QVERIFY(is(coci_schedule(stages, authors_example()), ScheduleKind::coci, PlacementReason::loss_drop));
    }

    void stalls_of_just_the_limit_are_allowed() {
        const TrainingModel model{.iteration = 1, .stall = 0.5, .background = 10, .mean_to_failure = 1e6};
        QCOMPARE(checkfreq_schedule(time_alone(model, 40)).boundaries(),
                 (std::vector<std::uint64_t>{10, 20, 30}));
    }
};

STEPVAULT_TEST(TestSchedules)

}  // namespace test_schedules

#include "test_schedules.moc"
