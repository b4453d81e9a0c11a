// `plan` and `simulate plan`, run the way a user runs them, with valid and invalid arguments.
#include <cmath>
#include <fstream>

#include <QTemporaryDir>
#include <QtTest>

#include "command.h"
#include "plan/plan_file.h"
#include "support/registry.h"

namespace test_plan_command {

using namespace stepvault;
using namespace stepvault::test;
namespace fs = std::filesystem;

class TestPlanCommand : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    fs::path root_;

    QString table(const char* name, const std::function<double(double)>& loss) const {
        const auto file = root_ / (std::string(name) + ".csv");
        std::ofstream out(file);
        out << "step,time,loss\n";
        for (int k = 1; k <= 400; ++k)
            out << k << "," << 0.5 * k << "," << loss(k) << "\n";
        return text(file);
    }
    QString falling() const {
        return table("falling", [](double k) { return 2 * std::exp(-k / 200) + 0.1; });
    }
    static nlohmann::json json(const Outcome& outcome) {
        return nlohmann::json::parse(outcome.out.toStdString(), nullptr, false);
    }

 private slots:
    void initTestCase() { root_ = dir_.path().toStdString(); }

    void a_plan_is_said_and_written() {
        const auto out = root_ / "plan.json";
        const QStringList options{falling(), "--steps", "5000", "--mtbf", "20min", "--stall", "2s"};
        const auto said = run_stepvault(QStringList{"plan"} + options + QStringList{"--out", text(out)});
        QCOMPARE(said.code, 0);
        QVERIFY(said.out.contains("recommended: exact"));
        QVERIFY(said.out.contains("exponential with a floor"));
        const auto plan = PlanFile::read(out);
        QVERIFY(plan && !plan->steps.empty());
        const auto report = json(run_stepvault(QStringList{"plan", "--json"} + options));
        QCOMPARE(report["recommended"].get<std::string>(), std::string("exact"));
        QCOMPARE(report["stall_seconds"]["origin"].get<std::string>(), std::string("given"));
        QCOMPARE(report["loss"]["verdict"].get<std::string>(), std::string("fits"));
        const auto& first = report["schedules"][0]["checkpoints"];
        QCOMPARE(first.size(), plan->steps.size());
        QCOMPARE(first[0]["step"].get<std::int64_t>(), plan->steps.front());
        QCOMPARE(first[0]["reason"].get<std::string>(), std::string("least_cost"));
        const auto young = run_stepvault(QStringList{"plan"} + options +
                                         QStringList{"--out", text(out), "--schedule", "young"});
        QCOMPARE(young.code, 0);
        QCOMPARE(PlanFile::read(out)->schedule, std::string("young"));
    }

    void a_long_table_has_no_sudden_fall() {
        const auto file = root_ / "long.csv";
        std::ofstream out(file);
        out << "step,loss\n";
        for (int k = 1; k <= 100'000; ++k)
            out << 100 * k << "," << 2 * std::exp(-k / 30'000.0) + 0.1 + 0.01 * (k * 7919 % 101) / 101
                << "\n";
        out.close();
        const auto said = run_stepvault({"plan", text(file), "--from", "9000000", "--steps", "9010000"});
        QCOMPARE(said.code, 0);
        QVERIFY(said.out.contains("exponential with a floor"));
        QVERIFY(!said.out.contains("sudden fall"));
    }

    void simulation_and_closed_form_agree() {
        const auto report =
            json(run_stepvault({"simulate", "plan", falling(), "--from", "0", "--steps", "400", "--mtbf",
                                "1min", "--stall", "1", "--restart", "2", "--trainings", "4000", "--json"}));
        QVERIFY(report["replay"].get<bool>());
        QCOMPARE(report["schedules"].size(), std::size_t{10});
        for (const auto& s : report["schedules"]) {
            const double off =
                s["value"]["mean"].get<double>() - s["expected"]["value"]["total"].get<double>();
            QVERIFY2(std::abs(off) <= 2.5 * s["value"]["margin"].get<double>(), s.dump().c_str());
        }
    }

    void a_trace_is_played_once() {
        const auto trace = root_ / "trace";
        std::ofstream(trace) << "30.5\n\n100\n";
        const auto report = json(run_stepvault({"simulate", "plan", falling(), "--from", "0", "--steps",
                                                "400", "--stall", "1", "--trace", text(trace), "--json"}));
        QCOMPARE(report["schedules"].size(), std::size_t{10});
        for (const auto& s : report["schedules"]) {
            QCOMPARE(s["trainings"].get<int>(), 1);
            QCOMPARE(s["failures"]["mean"].get<double>(), 2.0);
        }
    }

    void losses_that_tell_nothing_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("constant") << table("constant", [](double) { return 0.5; })
                                  << QByteArray("the loss never changes");
        QTest::newRow("rising") << table("rising", [](double k) { return k; }) << QByteArray("it rises");
        QTest::newRow("NaN") << table("nan", [](double) { return std::nan(""); })
                             << QByteArray("NaN or infinite");
        const auto one = root_ / "one.csv";
        std::ofstream(one) << "step,time,loss\n1,1,2\n";
        QTest::newRow("one point") << text(one) << QByteArray("1 loss is too few for a fit");
        const auto none = root_ / "none.csv";
        std::ofstream(none) << "step,time,accuracy\n-1,1,2\n";
        QTest::newRow("no step") << text(none) << QByteArray("there is none");
    }
    void losses_that_tell_nothing() {
        QFETCH(QString, file);
        QFETCH(QByteArray, sentence);
        const auto said = run_stepvault({"plan", file, "--stall", "1", "--mtbf", "10min", "--steps", "1000"});
        QCOMPARE(said.code, 0);
        QVERIFY2(said.out.contains(sentence), said.out.constData());
        QVERIFY(said.out.contains("recommended: "));
        QVERIFY(said.out.contains("coci needs a falling loss"));
    }

    void nonsense_is_refused_in_one_line_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("code");
        const auto row = [](const char* options, int code) {
            QTest::newRow(options) << QString(options).split(' ') << code;
        };
        row("--mtbf 0", 1);
        row("--mtbf -5", 1);
        row("--mtbf nan", 1);
        row("--mtbf 1ms", 1);
        row("--stall -1", 1);
        row("--background inf", 1);
        row("--iteration 0", 1);
        row("--steps 3", 1);
        row("--steps 99999999999999", 1);
        row("--workers 0", 1);
        row("--workers 0:8,0:2", 1);
        row("--rungs 10,1", 1);
        row("--stopped-after 0", 1);
        row("--schedule best", 1);
        row("--out /nonexistent/plan.json", 1);
        row("--stall soon", 2);
        row("--rungs 10", 2);
        row("--workers 8:", 2);
        row("--price 2", 2);
        row("--every 0", 2);
        row("--steps -1", 2);
    }
    void nonsense_is_refused_in_one_line() {
        QFETCH(QStringList, options);
        QFETCH(int, code);
        const auto said = run_stepvault(QStringList{"plan", falling()} + options);
        QCOMPARE(said.code, code);
        QVERIFY(said.out.isEmpty());
        QVERIFY(!said.err.isEmpty());
        if (code == 1) QCOMPARE(said.err.count('\n'), 1);
    }

    void files_that_are_no_losses() {
        for (const char* content : {"", "step,time,loss\n", "a,b\n1,2\n"}) {
            const auto file = root_ / "odd.csv";
            std::ofstream(file, std::ios::trunc) << content;
            const auto said = run_stepvault({"plan", text(file)});
            QCOMPARE(said.code, 1);
            QCOMPARE(said.err.count('\n'), 1);
            QVERIFY(said.err.contains("odd.csv"));
        }
        QCOMPARE(run_stepvault({"simulate"}).code, 2);
        const auto trace = root_ / "bad-trace";
        std::ofstream(trace) << "5\n4\n";
        const auto said = run_stepvault({"simulate", "plan", falling(), "--trace", text(trace)});
        QCOMPARE(said.code, 1);
        QVERIFY(said.err.contains("bad-trace:2"));
    }
};

STEPVAULT_TEST(TestPlanCommand)

}  // namespace test_plan_command

#include "test_plan_command.moc"
