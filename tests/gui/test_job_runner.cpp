#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include "support/registry.h"
#include "ui/jobs/job_runner.h"

namespace test_job_runner {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

Result<int> untilStopped(const JobContext& job) {
    while (!job.stop.stop_requested())
        std::this_thread::yield();
    return Error{ErrorCode::cancelled, "cancelled"};
}

}  // namespace

class TestJobRunner : public QObject {
    Q_OBJECT

 private slots:
    void resultComesOnThisThread();
    void cancelStillAnswers();
    void allOfALaneAreCancelled();
    void abandonedAnswersNothing();
    void receiverMayGo();
    void reportsProgress();
    void tellsOfExceptions();
    void destructorStopsAndWaits();
    void lanesDontWaitForEachOther();
};

void TestJobRunner::resultComesOnThisThread() {
    JobRunner runner;
    int answer = 0;
    Qt::HANDLE thread = nullptr;
    std::atomic<Qt::HANDLE> worker = nullptr;
    const JobId id = runner.start(
        Lane::query, this,
        [&worker](const JobContext&) {
            worker = QThread::currentThreadId();
            return 42;
        },
        [&](int value) {
            answer = value;
            thread = QThread::currentThreadId();
        });
    QVERIFY(id != 0 && runner.isRunning(id));
    QTRY_COMPARE(answer, 42);
    QCOMPARE(thread, QThread::currentThreadId());
    QVERIFY(worker != thread);
    QVERIFY(!runner.isRunning(id));
}

void TestJobRunner::cancelStillAnswers() {
    JobRunner runner;
    std::optional<ErrorCode> code;
    const JobId id =
        runner.start(Lane::work, this, untilStopped, [&](const Result<int>& r) { code = r.error().code; });
    QSignalSpy ended(&runner, &JobRunner::ended);
    runner.cancel(id);
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(code == ErrorCode::cancelled);
}

void TestJobRunner::allOfALaneAreCancelled() {
    JobRunner runner;
    int cancelled = 0;
    const auto count = [&](const Result<int>& r) { cancelled += r.error().code == ErrorCode::cancelled; };
    runner.start(Lane::checking, this, untilStopped, count);
    runner.start(Lane::checking, this, untilStopped, count);
    const JobId other = runner.start(Lane::training, this, untilStopped, count);
    runner.cancelAll(Lane::checking);
    QTRY_COMPARE(cancelled, 2);
    QVERIFY(runner.isRunning(other));
    runner.cancelAll();
    QTRY_COMPARE(cancelled, 3);
}

void TestJobRunner::abandonedAnswersNothing() {
    JobRunner runner;
    int answers = 0;
    const JobId first = runner.start(Lane::work, this, untilStopped, [&](const Result<int>&) { ++answers; });
    runner.abandon(first);
    runner.abandon(first);
    QVERIFY(!runner.isRunning(first));
    bool second = false;
    runner.start(
        Lane::work, this, [](const JobContext&) { return true; }, [&](bool value) { second = value; });
    QTRY_VERIFY(second);
    QCOMPARE(answers, 0);
}

void TestJobRunner::receiverMayGo() {
    JobRunner runner;
    auto receiver = std::make_unique<QObject>();
    bool called = false;
    QSignalSpy ended(&runner, &JobRunner::ended);
    runner.start(
        Lane::query, receiver.get(), [](const JobContext&) { return 1; }, [&](int) { called = true; });
    receiver.reset();
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(!called);
}

void TestJobRunner::reportsProgress() {
    JobRunner runner;
    QStringList items;
    connect(&runner, &JobRunner::progressed, this,
            [&](JobId, const JobProgress& progress) { items << progress.item; });
    QSignalSpy ended(&runner, &JobRunner::ended);
    runner.start(
        Lane::work, this,
        [](const JobContext& job) {
            for (std::uint64_t i = 0; i < 10000; ++i)
                job.report({i, 10000, i < 5000 ? "first" : "second"});
            return 0;
        },
        [](int) {});
    QTRY_COMPARE(ended.count(), 1);
    QVERIFY(items.contains(QStringLiteral("first")) && items.contains(QStringLiteral("second")));
    QVERIFY2(items.size() < 1000, "reports must be thinned out");
}

void TestJobRunner::tellsOfExceptions() {
    JobRunner runner;
    QString what;
    bool called = false;
    connect(&runner, &JobRunner::crashed, this, [&](JobId, const QString& text) { what = text; });
    runner.start(
        Lane::work, this, [](const JobContext&) -> int { throw std::runtime_error("out of paper"); },
        [&](int) { called = true; });
    QTRY_COMPARE(what, QStringLiteral("out of paper"));
    QVERIFY(!called);
}

void TestJobRunner::destructorStopsAndWaits() {
    std::atomic<bool> begun = false;
    std::atomic<bool> over = false;
    bool answered = false;
    {
        JobRunner runner;
        runner.start(
            Lane::work, this,
            [&](const JobContext& job) {
                begun = true;
                auto result = untilStopped(job);
                over = true;
                return result;
            },
            [&](const Result<int>&) { answered = true; });
        QTRY_VERIFY(begun);
    }
    QVERIFY(over);
    QCoreApplication::processEvents();
    QVERIFY(!answered);
}

void TestJobRunner::lanesDontWaitForEachOther() {
    JobRunner runner;
    runner.start(Lane::work, this, untilStopped, [](const Result<int>&) {});
    bool answered = false;
    runner.start(
        Lane::query, this, [](const JobContext&) { return true; }, [&](bool value) { answered = value; });
    QTRY_VERIFY(answered);
}

STEPVAULT_TEST(TestJobRunner)

}  // namespace test_job_runner

#include "test_job_runner.moc"
