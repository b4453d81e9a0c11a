#include <cmath>
#include <limits>
#include <vector>

#include <QtTest>

#include "run/divergence.h"
#include "run/run_state.h"
#include "support/registry.h"

namespace test_run_state {

using namespace stepvault;

using Losses = std::vector<double>;

namespace {

/// `count` values from `from` to `to`, both included.
void add_line(Losses& losses, double from, double to, int count) {
    for (int i = 0; i < count; ++i)
        losses.push_back(from + (to - from) * i / (count - 1));
}

Losses line(double from, double to, int count) {
    Losses losses;
    add_line(losses, from, to, count);
    return losses;
}

Losses lines(double a, double b, double c, int count) {
    auto losses = line(a, b, count);
    add_line(losses, b, c, count);
    return losses;
}

Losses with(Losses losses, std::size_t at, double value) {
    losses.at(at) = value;
    return losses;
}

/// Values that differ, without a trend.
Losses noise(int count) {
    Losses losses;
    std::uint64_t state = 1;
    for (int i = 0; i < count; ++i) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        losses.push_back(2 + static_cast<double>(state >> 40) / 1e8);
    }
    return losses;
}

}  // namespace

class TestRunState : public QObject {
    Q_OBJECT

 private slots:
    void names() {
        QCOMPARE(run_state_name(RunState::live), std::string_view("live"));
        QCOMPARE(run_state_name(RunState::stalled), std::string_view("stalled"));
        QCOMPARE(run_state_name(RunState::finished), std::string_view("finished"));
        QCOMPARE(run_state_name(RunState::diverged), std::string_view("diverged"));
        QCOMPARE(run_state_name(RunState::ended), std::string_view("ended"));
        QCOMPARE(run_state_name(RunState::idle), std::string_view("idle"));
    }

    void by_age_data() {
        QTest::addColumn<double>("age");
        QTest::addColumn<double>("interval");  ///< 0: unknown
        QTest::addColumn<bool>("expects_more");
        QTest::addColumn<bool>("finished");
        QTest::addColumn<int>("state");
        const auto row = [](const char* name, double age, double interval, bool more, bool finished,
                            RunState state) {
            QTest::newRow(name) << age << interval << more << finished << static_cast<int>(state);
        };
        row("just grew", 1, 10, true, false, RunState::live);
        row("just grew, expects nothing", 1, 10, false, false, RunState::live);
        row("two minutes at least", 120, 1, false, false, RunState::live);
        row("between", 121, 1, true, false, RunState::idle);
        row("nearly ten minutes", 599, 1, true, false, RunState::idle);
        row("nearly ten minutes, expects nothing", 599, 1, false, false, RunState::idle);
        row("ten minutes", 600, 1, true, false, RunState::stalled);
        row("ten minutes, expects nothing", 600, 1, false, false, RunState::ended);
        row("three intervals", 3000, 1000, true, false, RunState::live);
        row("four intervals", 4000, 1000, true, false, RunState::idle);
        row("five intervals", 5000, 1000, true, false, RunState::stalled);
        row("five intervals, expects nothing", 5000, 1000, false, false, RunState::ended);
        row("a day", 86400, 10, true, false, RunState::stalled);
        row("over a day", 86401, 10, true, false, RunState::idle);
        row("over a day, expects nothing", 86401, 10, false, false, RunState::ended);
        row("slow but live", 90000, 40000, true, false, RunState::live);
        row("unknown interval", 60, 0, true, false, RunState::live);
        row("unknown interval, old", 700, 0, true, false, RunState::stalled);
        row("future", -50, 10, false, false, RunState::live);
        row("finished", 1, 10, false, true, RunState::finished);
        row("finished long ago", 1e6, 10, false, true, RunState::finished);
    }
    void by_age() {
        QFETCH(double, age);
        QFETCH(double, interval);
        QFETCH(bool, expects_more);
        QFETCH(bool, finished);
        RunActivity activity;
        activity.last_growth = 1e9 - age;
        if (interval > 0) activity.median_interval = interval;
        activity.expects_more = expects_more;
        activity.finished = finished;
        QTEST(static_cast<int>(run_state(activity, 1e9)), "state");
    }

    void never_grew() { QCOMPARE(run_state({}, 1e9), RunState::idle); }

    void by_losses_data() {
        QTest::addColumn<Losses>("losses");
        QTest::addColumn<bool>("diverged");
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        constexpr double inf = std::numeric_limits<double>::infinity();
        QTest::newRow("none") << Losses() << false;
        QTest::newRow("falling") << line(5, 1, 100) << false;
        QTest::newRow("one nan") << Losses{nan} << true;
        QTest::newRow("nan at the end") << with(line(5, 1, 100), 99, nan) << true;
        QTest::newRow("infinity, twentieth from the end") << with(line(5, 1, 100), 80, -inf) << true;
        QTest::newRow("nan before that") << with(line(5, 1, 100), 79, nan) << false;
        QTest::newRow("lost more than half") << lines(5, 1, 4.5, 100) << true;
        QTest::newRow("lost less than half") << lines(5, 1, 2.5, 100) << false;
        QTest::newRow("rose from the start") << line(1, 9, 100) << true;
        QTest::newRow("noise without gain") << noise(60) << false;
        QTest::newRow("too few to smooth") << line(1, 9, 20) << false;
    }
    void by_losses() {
        QFETCH(Losses, losses);
        RunActivity activity;
        activity.last_growth = 1e9;
        activity.diverged = has_diverged(losses);
        QFETCH(bool, diverged);
        QCOMPARE(run_state(activity, 1e9), diverged ? RunState::diverged : RunState::live);
        activity.finished = true;
        QCOMPARE(run_state(activity, 1e9), diverged ? RunState::diverged : RunState::finished);
    }
};

STEPVAULT_TEST(TestRunState)

}  // namespace test_run_state

#include "test_run_state.moc"
