#include <algorithm>
#include <cmath>
#include <limits>

#include <QTemporaryDir>
#include <QtTest>

#include "library/summary/plan_report.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"

namespace test_plan_report {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

namespace {

/// The series that the hook writes for `steps` iterations of 0.2 s, with a save at every hundredth.
SeriesByTag hook_series(std::int64_t steps) {
    SeriesByTag series;
    for (std::int64_t k = 1; k <= steps; ++k) {
        const double time = 1.7e9 + 0.2 * static_cast<double>(k);
        series["loss"].push_back({"loss", k, time, 2 * std::exp(-static_cast<double>(k) / 300) + 0.1});
        series["stepvault/iteration_seconds"].push_back({"", k, time, k % 50 == 0 ? 3 : 0.2});
        if (k % 100 != 0) continue;
        series["stepvault/stall_seconds"].push_back({"", k, time, 1.5});
        series["stepvault/background_seconds"].push_back({"", k, time, 0.7});
    }
    series["stepvault/starts"] = {{"", 0, 1.7e9, 1}, {"", 350, 1.7e9 + 70, 3}};
    series["stepvault/total_steps"] = {{"", 0, 1.7e9, 5000}};
    series["stepvault/workers"] = {{"", 0, 1.7e9, 4}};
    return series;
}

}  // namespace

class TestPlanReport : public QObject {
    Q_OBJECT

 private slots:
    void the_hooks_records_tell() {
        const auto statistics = statistics_of_series(hook_series(1000));
        QCOMPARE(statistics.losses.size(), std::size_t{1000});
        QCOMPARE(statistics.iteration, std::optional(0.2));
        QCOMPARE(statistics.stall, std::optional(1.5));
        QCOMPARE(statistics.background, std::optional(0.7));
        QCOMPARE(statistics.workers, std::optional(4.0));
        QCOMPARE(statistics.planned_steps, std::optional<std::uint64_t>(5000));
        QCOMPARE(statistics.starts, std::uint64_t{3});
        QCOMPARE(statistics.saved_step, std::optional<std::uint64_t>(1000));

        const auto report = report_plan(statistics, {}, {});
        VERIFY_OK(report);
        for (const auto& figure : {report->iteration, report->stall, report->background})
            QCOMPARE(figure.origin, Origin::measured);
        QCOMPARE(report->stall.samples, std::uint64_t{10});
        QCOMPARE(report->iteration.samples, std::uint64_t{1000});
        QCOMPARE(report->background.samples, std::uint64_t{0});
        QCOMPARE(report->steps.value, std::uint64_t{5000});
        QCOMPARE(report->from.value, std::uint64_t{1000});
        QCOMPARE(report->mean_to_failure.origin, Origin::estimated);
        QCOMPARE(report->failures.failures, std::uint64_t{2});
        // 200 s on four workers.
        QVERIFY(std::abs(report->failures.seconds - 4 * 999 * 0.2) < 1e-3);
        QCOMPARE(report->plan.stages.model.workers.front().workers, 4.0);
    }

    void a_training_that_went_back_is_where_it_is_now() {
        auto series = hook_series(1000);
        // Like the catalog, drops the points that were written again.
        for (const char* tag : {"loss", "stepvault/iteration_seconds"}) {
            auto& points = series[tag];
            points.resize(400);
            for (std::int64_t k = 401; k <= 450; ++k)
                points.push_back({"", k, 1.7e9 + 1000 + 0.2 * static_cast<double>(k), 0.2});
        }
        const auto statistics = statistics_of_series(series);
        QCOMPARE(statistics.last_step, std::uint64_t{450});
        QCOMPARE(statistics.saved_step, std::optional<std::uint64_t>(400));
    }

    void what_the_hook_writes_is_no_loss() {
        auto series = hook_series(400);
        series.erase("loss");
        series["stepvault/ended"] = {{"", 0, 1.7e9, 0}};
        const auto statistics = statistics_of_series(series);
        QVERIFY(statistics.losses.empty());
        QCOMPARE(statistics.last_step, std::uint64_t{400});
    }

    void what_is_given_goes_first() {
        PlanOptions options;
        options.iteration = 3;
        options.stall = 4;
        options.background = 5;
        options.restart = 6;
        options.mean_to_failure = 7000;
        options.from = 20;
        options.steps = 600;
        options.workers = {{0, 2}};
        const auto report = report_plan(statistics_of_series(hook_series(1000)), options, 1e6);
        VERIFY_OK(report);
        for (const auto& [figure, value] :
             std::initializer_list<std::pair<Figure<double>, double>>{{report->iteration, 3},
                                                                      {report->stall, 4},
                                                                      {report->background, 5},
                                                                      {report->restart, 6},
                                                                      {report->mean_to_failure, 7000}}) {
            QCOMPARE(figure.origin, Origin::given);
            QCOMPARE(figure.value, value);
        }
        QCOMPARE(report->plan.stages.begin, std::uint64_t{20});
        QCOMPARE(report->plan.stages.size(), std::uint64_t{580});
        QCOMPARE(report->plan.stages.average_costs().mean_to_failure, 3500.0);
    }

    void a_stall_is_estimated_by_the_checkpoints_size() {
        SeriesByTag series;
        for (std::int64_t k = 1; k <= 100; ++k)
            series["loss"].push_back({"loss", k, 1.7e9 + static_cast<double>(k), 1 / static_cast<double>(k)});
        auto statistics = statistics_of_series(series);
        statistics.checkpoint_bytes = 300'000'000;
        const auto report = report_plan(statistics, {}, 1e8);
        VERIFY_OK(report);
        QCOMPARE(report->stall.value, 3.0);
        QCOMPARE(report->stall.origin, Origin::estimated);
        QCOMPARE(report->iteration.origin, Origin::measured);
        QCOMPARE(report->iteration.value, 1.0);
        // The user did not say how many steps the training has.
        QCOMPARE(report->steps.origin, Origin::assumed);
        QCOMPARE(report->steps.value, std::uint64_t{200});
        QCOMPARE(report_plan(statistics_of_series(series), {}, {})->stall.origin, Origin::assumed);
    }

    void tables_with_the_time_since_the_start() {
        QTemporaryDir dir;
        const auto file = fs::path(dir.path().toStdString()) / "losses.csv";
        std::string text = "step,time,loss\n";
        for (int k = 1; k <= 50; ++k)
            text += std::to_string(k) + "," + std::to_string(0.25 * k) + "," + std::to_string(1.0 / k) + "\n";
        write_text(file, text);
        const auto statistics = statistics_of_file(file, {});
        VERIFY_OK(statistics);
        QCOMPARE(statistics->losses.size(), std::size_t{50});
        QCOMPARE(statistics->last_step, std::uint64_t{50});
        const auto report = report_plan(*statistics, {}, {});
        VERIFY_OK(report);
        QVERIFY(std::abs(report->iteration.value - 0.25) < 1e-6);
        QCOMPARE(report->iteration.origin, Origin::measured);
    }

    void what_holds_no_losses_is_said_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<int>("code");
        QTest::newRow("no metrics") << "a.bin" << QByteArray("x") << static_cast<int>(ErrorCode::unsupported);
        QTest::newRow("empty") << "a.csv" << QByteArray() << static_cast<int>(ErrorCode::not_found);
        QTest::newRow("a header") << "a.csv" << QByteArray("step,loss\n")
                                  << static_cast<int>(ErrorCode::not_found);
        QTest::newRow("other data") << "a.csv" << QByteArray("a,b\n1,2\n")
                                    << static_cast<int>(ErrorCode::not_found);
    }
    void what_holds_no_losses_is_said() {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(int, code);
        QTemporaryDir dir;
        const auto file = fs::path(dir.path().toStdString()) / name.toStdString();
        write_text(file, content.toStdString());
        const auto statistics = statistics_of_file(file, {});
        QVERIFY(!statistics);
        QCOMPARE(static_cast<int>(statistics.error().code), code);
    }

    void odd_records_are_no_trouble() {
        constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
        for (const double odd : {nan_value, -1.0, 0.0, 1e300, std::numeric_limits<double>::infinity()}) {
            auto series = hook_series(50);
            for (const char* tag :
                 {"starts", "total_steps", "workers", "stall_seconds", "background_seconds"})
                series[std::string("stepvault/") + tag] = {{"", 10, 0, odd}};
            series["loss"].push_back({"loss", -5, 0, odd});
            const auto report = report_plan(statistics_of_series(series), {}, {});
            if (report) QVERIFY(!report->plan.schedules.empty());
            if (!report) QCOMPARE(report.error().code, ErrorCode::invalid_argument);
        }
        QVERIFY(report_plan({}, {}, {}));
    }

    void restarts_are_counted_by_the_hook_or_seen_in_the_losses_data() {
        QTest::addColumn<int>("starts");
        QTest::addColumn<int>("failures");
        QTest::newRow("not counted") << 0 << 2;
        QTest::newRow("one start") << 1 << 2;
        QTest::newRow("three starts") << 3 << 2;
        QTest::newRow("more starts") << 6 << 5;
    }
    void restarts_are_counted_by_the_hook_or_seen_in_the_losses() {
        QFETCH(int, starts);
        QFETCH(int, failures);
        RunStatistics statistics;
        for (const std::int64_t first : {1, 51, 71}) {
            for (auto k = first; k <= first + 60; ++k)
                statistics.losses.push_back({k, 0, 1});
        }
        statistics.last_step = 131;
        statistics.starts = static_cast<std::uint64_t>(starts);
        const auto report = report_plan(statistics, {}, {});
        VERIFY_OK(report);
        QCOMPARE(report->failures.failures, static_cast<std::uint64_t>(failures));
        QCOMPARE(report->mean_to_failure.origin, Origin::estimated);
    }

    void without_times_a_run_lasted_as_long_as_its_steps() {
        RunStatistics statistics;
        statistics.last_step = 100;
        PlanOptions options;
        options.iteration = 2;
        options.workers = {{0, 1}, {50, 3}};
        const auto report = report_plan(statistics, options, {});
        VERIFY_OK(report);
        QCOMPARE(report->failures.seconds, 600.0);
        QCOMPARE(report->mean_to_failure.origin, Origin::assumed);
    }

    void saves_tell_the_iteration_only_where_nothing_else_does() {
        RunStatistics statistics;
        statistics.last_step = 100;
        statistics.iteration_by_saves = 7;
        auto report = report_plan(statistics, {}, {});
        VERIFY_OK(report);
        QCOMPARE(report->iteration.value, 7.0);
        QCOMPARE(report->iteration.origin, Origin::estimated);
        QCOMPARE(report->plan.stages.model.iteration, 7.0);
        statistics.iteration = 3;
        report = report_plan(statistics, {}, {});
        QCOMPARE(report->iteration.value, 3.0);
        QCOMPARE(report->iteration.origin, Origin::measured);
        statistics.iteration.reset();
        for (std::int64_t k = 1; k <= 100; ++k)
            statistics.losses.push_back({k, 1000 + 4 * static_cast<double>(k), 1});
        QCOMPARE(report_plan(statistics, {}, {})->iteration.value, 4.0);
    }

    void plans_from_what_is_saved_to_twice_as_far() {
        RunStatistics statistics;
        statistics.last_step = 100;
        auto report = report_plan(statistics, {}, {});
        VERIFY_OK(report);
        QCOMPARE(report->from.value, std::uint64_t{100});
        QCOMPARE(report->steps.value, std::uint64_t{200});
        statistics.saved_step = 80;
        report = report_plan(statistics, {}, {});
        QCOMPARE(report->from.value, std::uint64_t{80});
        QCOMPARE(report->steps.value, std::uint64_t{200});
        PlanOptions options;
        options.from = 500;
        report = report_plan(statistics, options, {});
        QCOMPARE(report->from.origin, Origin::given);
        QCOMPARE(report->steps.value, std::uint64_t{1000});
        QCOMPARE(report->steps.origin, Origin::assumed);
    }

    void even_intervals_are_the_runs_own_unless_given() {
        RunStatistics statistics;
        statistics.last_step = 300;
        statistics.every = 70;
        const auto first = [](const PlanReport& report) {
            return std::ranges::find(report.plan.schedules, ScheduleKind::even,
                                     [](const auto& s) { return s.schedule.kind; })
                ->schedule.boundaries()
                .front();
        };
        QCOMPARE(first(*report_plan(statistics, {}, {})), std::uint64_t{70});
        PlanOptions options;
        options.every = 30;
        QCOMPARE(first(*report_plan(statistics, options, {})), std::uint64_t{30});
    }

    void rungs_count_in_steps_and_stops_in_seconds() {
        RunStatistics statistics;
        statistics.last_step = 1000;
        PlanOptions options;
        options.iteration = 2;
        options.rungs = {100, 4};
        auto report = report_plan(statistics, options, {});
        VERIFY_OK(report);
        QCOMPARE(report->plan.stages.model.survival.at(199), 1.0);
        QCOMPARE(report->plan.stages.model.survival.at(201), 0.25);
        options.mean_to_stop = 500;
        report = report_plan(statistics, options, {});
        VERIFY_OK(report);
        QVERIFY(std::abs(report->plan.stages.model.survival.at(500) - std::exp(-1)) < 1e-12);
    }
};

STEPVAULT_TEST(TestPlanReport)

}  // namespace test_plan_report

#include "test_plan_report.moc"
