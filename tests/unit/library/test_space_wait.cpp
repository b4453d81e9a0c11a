#include <QTemporaryDir>
#include <QtTest>

#include "library/watch/space_wait.h"
#include "support/registry.h"

namespace test_space_wait {

using namespace stepvault;
using namespace std::chrono_literals;

namespace {

/// More than a disk ever frees.
constexpr std::uint64_t huge = std::uint64_t{1} << 62;

SpaceWait::Time at(std::chrono::nanoseconds since_start) {
    return SpaceWait::Time(1'000'000s) + since_start;
}

}  // namespace

class TestSpaceWait : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path folder_ = dir_.path().toStdString();

    static Error error(const char* text) { return {ErrorCode::no_space, text}; }

 private slots:
    void ends_after_half_a_minute() {
        SpaceWait wait;
        wait.look(folder_, at(0s));
        QVERIFY(!wait.error());
        wait.begin(folder_, error("full"), huge, at(0s));
        QCOMPARE(wait.error()->message, std::string("full"));
        wait.look(folder_, at(30s - 1ns));
        QVERIFY(wait.error());
        wait.look(folder_, at(30s));
        QVERIFY(!wait.error());
    }

    void the_first_failure_counts_while_it_waits() {
        SpaceWait wait;
        wait.begin(folder_, error("first"), huge, at(0s));
        wait.begin(folder_, error("second"), 0, at(20s));
        QCOMPARE(wait.error()->message, std::string("first"));
        wait.look(folder_, at(29s));
        QVERIFY(wait.error());
        wait.look(folder_, at(30s));
        QVERIFY(!wait.error());
        wait.begin(folder_, error("third"), huge, at(31s));
        QCOMPARE(wait.error()->message, std::string("third"));
        wait.look(folder_, at(60s));
        QVERIFY(wait.error());
    }

    void ends_when_space_was_freed() {
        // The free space of a missing folder is unknown.
        const auto gone = folder_ / "gone";
        SpaceWait wait;
        wait.begin(gone, error("full"), 0, at(0s));
        wait.look(gone, at(1s));
        QVERIFY(wait.error());
        wait.look(folder_, at(2s));
        QVERIFY(!wait.error());
        wait.begin(gone, error("full"), huge, at(0s));
        wait.look(folder_, at(2s));
        QVERIFY(wait.error());
    }
};

STEPVAULT_TEST(TestSpaceWait)

}  // namespace test_space_wait

#include "test_space_wait.moc"
