#include <filesystem>
#include <fstream>

#include <QtTest>

#include "plan/plan_file.h"
#include "support/registry.h"

namespace test_plan_file {

using namespace stepvault;

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
        QTest::newRow("never") << QByteArray(R"({"stepvault_plan": 1, "steps": [1], "then_every": 0})");
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
};

STEPVAULT_TEST(TestPlanFile)

}  // namespace test_plan_file

#include "test_plan_file.moc"
