#include <cmath>
#include <filesystem>
#include <fstream>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "near.h"
#include "plan/intervals.h"
#include "plan/plan_file.h"
#include "support/registry.h"

namespace test_plan_file {

using namespace stepvault;
using namespace stepvault::test;

namespace {

PlanFile with_steps(std::vector<std::int64_t> steps, std::int64_t then_every = 100) {
    PlanFile plan;
    plan.schedule = "exact";
    plan.made = 1.5;
    plan.steps = std::move(steps);
    plan.then_every = then_every;
    plan.iteration_seconds = 0.25;
    return plan;
}

PlanFile every(std::int64_t gap, std::int64_t end) {
    std::vector<std::int64_t> steps;
    for (auto at = gap; at < end; at += gap)
        steps.push_back(at);
    return with_steps(steps);
}

/// A plan of 2000 iterations for a training that has reached 1000.
Plan planned(const TrainingModel& model) {
    return {.stages = *make_stages(model, {}, 1000, 3000), .history = {}, .trend = {}, .schedules = {}};
}

}  // namespace

class TestPlanFile : public QObject {
    Q_OBJECT

 private slots:
    void comes_back_as_it_was() {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / plan_file_name;
        QVERIFY(with_steps({10, 20, 1'000'000'000'000}).write(file));
        const auto read = PlanFile::read(file);
        QVERIFY(read);
        QCOMPARE(read->steps, (std::vector<std::int64_t>{10, 20, 1'000'000'000'000}));
        QCOMPARE(read->then_every, std::int64_t{100});
        QCOMPARE(read->schedule, std::string("exact"));
        QCOMPARE(read->iteration_seconds, 0.25);
        QCOMPARE(read->to_json(), with_steps({10, 20, 1'000'000'000'000}).to_json());
    }

    void what_is_no_plan_is_refused_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("cut") << QByteArray(R"({"stepvault_plan": 1, "steps": [1,)");
        QTest::newRow("array") << QByteArray("[1]");
        QTest::newRow("no version") << QByteArray(R"({"steps": [1], "then_every": 1})");
        QTest::newRow("no steps") << QByteArray(R"({"stepvault_plan": 1, "then_every": 1})");
        QTest::newRow("no interval") << QByteArray(R"({"stepvault_plan": 1, "steps": [1]})");
        QTest::newRow("zero") << QByteArray(R"({"stepvault_plan": 1, "steps": [0], "then_every": 1})");
        QTest::newRow("never") << QByteArray(R"({"stepvault_plan": 1, "steps": [], "then_every": 0})");
        QTest::newRow("negative") << QByteArray(R"({"stepvault_plan": 1, "steps": [-4], "then_every": 1})");
        QTest::newRow("fraction") << QByteArray(R"({"stepvault_plan": 1, "steps": [1.5], "then_every": 1})");
        QTest::newRow("text") << QByteArray(R"({"stepvault_plan": 1, "steps": ["1"], "then_every": 1})");
        QTest::newRow("twice") << QByteArray(R"({"stepvault_plan": 1, "steps": [4, 4], "then_every": 1})");
        QTest::newRow("descending") << QByteArray(
            R"({"stepvault_plan": 1, "steps": [5, 4], "then_every": 1})");
        QTest::newRow("huge") << QByteArray(
            R"({"stepvault_plan": 1, "steps": [18446744073709551615], "then_every": 1})");
        QTest::newRow("newer") << QByteArray(R"({"stepvault_plan": 2, "steps": [4], "then_every": 1})");
    }
    void what_is_no_plan_is_refused() {
        QFETCH(QByteArray, json);
        QVERIFY(!PlanFile::parse({json.data(), static_cast<std::size_t>(json.size())}));
    }

    void small_changes_are_none() {
        const auto plan = every(100, 10'000);
        QVERIFY(!plan.differs_from(plan, 0));
        QVERIFY(!plan.differs_from(every(105, 10'000), 0));
        QVERIFY(plan.differs_from(every(120, 10'000), 0));
        QVERIFY(every(120, 10'000).differs_from(plan, 0));
        // A difference of one step is no reason to write.
        QVERIFY(!with_steps({10, 20}).differs_from(with_steps({10, 20, 30}), 0));
        QVERIFY(with_steps({10, 20}).differs_from(with_steps({10, 20, 30, 40}), 0));
        QVERIFY(with_steps({}).differs_from(plan, 0));
        // Steps in the past no longer count.
        QVERIFY(!with_steps({10, 20, 500}).differs_from(with_steps({10, 20, 30, 40, 500}), 40));
    }

    void next_steps_go_on_beyond_the_list() {
        using Steps = std::vector<std::int64_t>;
        auto plan = with_steps({10, 20, 500});
        plan.then_every = 100;
        QCOMPARE(plan.next_after(0, 2), Steps({10, 20}));
        QCOMPARE(plan.next_after(10, 3), Steps({20, 500, 600}));
        QCOMPARE(plan.next_after(500, 1), Steps({600}));
        QCOMPARE(plan.next_after(699, 2), Steps({700, 800}));
        QCOMPARE(plan.next_after(700, 1), Steps({800}));
        plan = with_steps({});
        plan.from = 50;
        plan.then_every = 100;
        QCOMPARE(plan.next_after(50, 2), Steps({150, 250}));
        constexpr auto end = std::numeric_limits<std::int64_t>::max();
        plan.then_every = end - 60;
        QCOMPARE(plan.next_after(50, 3), Steps({end - 10}));
        plan.from = -end;
        plan.then_every = end;
        QCOMPARE(plan.next_after(0, 3), Steps({end}));
    }

    void a_training_that_went_back_saves_at_the_later_pace() {
        using Steps = std::vector<std::int64_t>;
        auto plan = with_steps({900, 1000}, 150);
        plan.from = 800;
        QCOMPARE(plan.next_after(400, 6), Steps({500, 650, 800, 900, 1000, 1150}));
        QCOMPARE(plan.next_after(500, 1), Steps({650}));
        QCOMPARE(plan.next_after(799, 2), Steps({800, 900}));
        QCOMPARE(plan.next_after(800, 1), Steps({900}));
    }

    void a_plan_may_end_with_its_list() {
        using Steps = std::vector<std::int64_t>;
        const auto plan =
            PlanFile::parse(R"({"stepvault_plan": 1, "steps": [4, 9], "then_every": 0, "from": 2})");
        QVERIFY(plan);
        QCOMPARE(plan->next_after(0, 3), Steps({4, 9}));
        QCOMPARE(plan->next_after(4, 3), Steps({9}));
        QCOMPARE(plan->next_after(9, 3), Steps());
    }

    void every_field_comes_back() {
        const PlanFile plan{.made = 1.5,
                            .schedule = "sqrt-density",
                            .from = 7,
                            .steps = {10, 20},
                            .then_every = 30,
                            .iteration_seconds = 0.25,
                            .stall_seconds = 4,
                            .mean_time_to_failure_seconds = 8000};
        const auto read = PlanFile::parse(plan.to_json());
        QVERIFY(read);
        QCOMPARE(read->made, 1.5);
        QCOMPARE(read->schedule, std::string("sqrt-density"));
        QCOMPARE(read->from, std::int64_t{7});
        QCOMPARE(read->then_every, std::int64_t{30});
        QCOMPARE(read->iteration_seconds, 0.25);
        QCOMPARE(read->stall_seconds, 4.0);
        QCOMPARE(read->mean_time_to_failure_seconds, 8000.0);
    }

    /// The training hook reads these names.
    void names_of_fields_are_the_hooks() {
        auto plan = with_steps({10, 20}, 30);
        plan.from = 7;
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(plan.to_json())).object();
        QCOMPARE(json["stepvault_plan"].toInt(), 1);
        QCOMPARE(json["steps"].toArray(), (QJsonArray{10, 20}));
        QCOMPARE(json["then_every"].toInt(), 30);
        QCOMPARE(json["from"].toInt(), 7);
    }

    void fields_of_the_wrong_kind_count_as_absent() {
        const auto read = PlanFile::parse(
            R"({"stepvault_plan": 1, "steps": [4], "then_every": 1, "from": -3, "made": "x", "schedule": 5})");
        QVERIFY(read);
        QCOMPARE(read->from, std::int64_t{0});
        QCOMPARE(read->made, 0.0);
        QVERIFY(read->schedule.empty());
    }

    void errors_tell_a_newer_plan_from_a_damaged_one() {
        QCOMPARE(PlanFile::parse(R"({"stepvault_plan": 2, "steps": [4], "then_every": 1})").error().code,
                 ErrorCode::unsupported);
        QCOMPARE(PlanFile::parse(R"({"stepvault_plan": 1, "steps": [4], "then_every": -1})").error().code,
                 ErrorCode::corrupt);
        QCOMPARE(PlanFile::parse(R"({"stepvault_plan": 1, "steps": [4], "then_every": 18446744073709551615})")
                     .error()
                     .code,
                 ErrorCode::corrupt);
    }

    void files_beyond_16_mib_are_not_read() {
        const QTemporaryDir folder;
        const auto file = std::filesystem::path(folder.path().toStdString()) / plan_file_name;
        std::ofstream(file) << "{";
        std::filesystem::resize_file(file, 16 << 20);
        const auto largest = PlanFile::read(file);
        QCOMPARE(largest.error().code, ErrorCode::corrupt);
        QVERIFY(largest.error().message.find(file.native()) != std::string::npos);
        std::filesystem::resize_file(file, (16 << 20) + 1);
        QCOMPARE(PlanFile::read(file).error().code, ErrorCode::limit);
    }

    void a_tenth_of_the_longer_plan_may_differ() {
        const auto plan = every(100, 3100);  // 30 steps
        auto fewer = plan;
        fewer.steps.erase(fewer.steps.begin(), fewer.steps.begin() + 3);
        QVERIFY(!plan.differs_from(fewer, 0));
        QVERIFY(!fewer.differs_from(plan, 0));
        fewer.steps.erase(fewer.steps.begin());
        QVERIFY(plan.differs_from(fewer, 0));
        QVERIFY(fewer.differs_from(plan, 0));
        // The step reached is in the past too.
        QVERIFY(plan.differs_from(fewer, 199));
        QVERIFY(!plan.differs_from(fewer, 200));
    }

    void is_made_of_a_schedule() {
        const auto plan =
            planned({.iteration = 0.5, .stall = 4, .mean_to_failure = 8000, .workers = {{0, 2}}});
        const Schedule schedule{.kind = ScheduleKind::sqrt_density, .checkpoints = {{1}, {500}, {1999}}};
        const auto file = plan_file(plan, schedule, 12.5);
        QCOMPARE(file.made, 12.5);
        QCOMPARE(file.schedule, std::string("sqrt-density"));
        QCOMPARE(file.from, std::int64_t{1000});
        QCOMPARE(file.steps, (std::vector<std::int64_t>{1001, 1500, 2999}));
        // Either of two workers may fail.
        QCOMPARE(
            file.then_every,
            std::int64_t{std::lround(optimal_interval({.checkpoint = 4, .mean_to_failure = 4000}) / 0.5)});
        QCOMPARE(file.iteration_seconds, 0.5);
        QCOMPARE(file.stall_seconds, 4.0);
        near(file.mean_time_to_failure_seconds, 4000, 1e-6);
    }

    void no_interval_is_shorter_than_the_background() {
        const auto plan = planned({.iteration = 0.5, .stall = 4, .background = 300, .mean_to_failure = 4000});
        QCOMPARE(plan_file(plan, {}, 0).then_every, std::int64_t{600});
    }

    void lists_at_most_100000_steps() {
        Schedule schedule;
        for (std::uint64_t k = 1; k <= 100'001; ++k)
            schedule.checkpoints.push_back({k});
        const auto file = plan_file(planned({.iteration = 1, .mean_to_failure = 1000}), schedule, 0);
        QCOMPARE(file.steps.size(), std::size_t{100'000});
        QCOMPARE(file.steps.back(), std::int64_t{101'000});
    }
};

STEPVAULT_TEST(TestPlanFile)

}  // namespace test_plan_file

#include "test_plan_file.moc"
