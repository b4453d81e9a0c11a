#include <optional>

#include <QTemporaryDir>
#include <QtTest>

#include "run/stability_tracker.h"
#include "run_test_files.h"
#include "support/opened.h"
#include "support/registry.h"

namespace test_stability_tracker {

using namespace stepvault;
using namespace stepvault::test;
using namespace std::chrono_literals;

namespace {

/// A moment of the fake clock.
StabilityTracker::Time at(std::chrono::nanoseconds since_start) {
    return StabilityTracker::Time(1'000'000s) + since_start;
}

Fingerprint file_of(std::chrono::nanoseconds modified, std::uint64_t size = 100, std::uint64_t inode = 1) {
    const auto ns = at(modified).time_since_epoch().count();
    return {{FileIdentity{.device = 1, .inode = inode, .size = size, .modified_ns = ns, .changed_ns = ns}}};
}

}  // namespace

class TestStabilityTracker : public QObject {
    Q_OBJECT

 private slots:
    void old_file_is_settled_at_once() {
        StabilityTracker settling;
        QCOMPARE(settling.look("a", file_of(-2s), at(0s)), StabilityTracker::State::settled);
    }

    void fresh_file_settles_by_its_time() {
        StabilityTracker settling;
        QCOMPARE(settling.remaining("a", at(0s)), std::chrono::nanoseconds(2s));
        QCOMPARE(settling.look("a", file_of(-500ms), at(0s)), StabilityTracker::State::settling);
        QCOMPARE(settling.remaining("a", at(0s)), std::chrono::nanoseconds(1500ms));
        QCOMPARE(settling.look("a", file_of(-500ms), at(1499ms)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", file_of(-500ms), at(1500ms)), StabilityTracker::State::settled);
        QCOMPARE(settling.remaining("a", at(5s)), std::chrono::nanoseconds(0));
    }

    void change_time_counts_too() {
        StabilityTracker settling;
        auto f = file_of(-1h);
        f.files[0].changed_ns = at(-1s).time_since_epoch().count();
        QCOMPARE(settling.look("a", f, at(0s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", f, at(1s)), StabilityTracker::State::settled);
    }

    void newest_file_of_a_folder_counts() {
        StabilityTracker settling;
        Fingerprint f{{file_of(-1h, 1, 1).files[0], file_of(-1s, 1, 2).files[0]}};
        QCOMPARE(settling.look("a", f, at(0s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", f, at(1s)), StabilityTracker::State::settled);
    }

    void future_time_is_unknown() {
        StabilityTracker settling;
        QCOMPARE(settling.look("a", file_of(1h), at(0s)), StabilityTracker::State::settling);
        QCOMPARE(settling.remaining("a", at(0s)), std::chrono::nanoseconds(2s));
        QCOMPARE(settling.look("a", file_of(1h), at(1s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", file_of(1h), at(2s)), StabilityTracker::State::settled);
    }

    void changes_start_again_data() {
        QTest::addColumn<qint64>("modified_ms");
        QTest::addColumn<quint64>("size");
        QTest::addColumn<quint64>("inode");
        QTest::newRow("grown") << qint64{-10000} << quint64{101} << quint64{1};
        QTest::newRow("truncated") << qint64{-10000} << quint64{0} << quint64{1};
        QTest::newRow("rewritten in place") << qint64{-5000} << quint64{100} << quint64{1};
        QTest::newRow("renamed over") << qint64{-10000} << quint64{100} << quint64{2};
        QTest::newRow("an older file in its place") << qint64{-99000} << quint64{100} << quint64{3};
    }
    void changes_start_again() {
        QFETCH(qint64, modified_ms);
        QFETCH(quint64, size);
        QFETCH(quint64, inode);
        StabilityTracker settling;
        QCOMPARE(settling.look("a", file_of(-10s), at(0s)), StabilityTracker::State::settled);
        const auto changed = file_of(std::chrono::milliseconds(modified_ms), size, inode);
        QCOMPARE(settling.look("a", changed, at(3s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", changed, at(4s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", changed, at(5s)), StabilityTracker::State::settled);
    }

    void a_further_file_starts_again() {
        StabilityTracker settling;
        auto f = file_of(-10s);
        QCOMPARE(settling.look("a", f, at(0s)), StabilityTracker::State::settled);
        f.files.push_back(f.files[0]);
        QCOMPARE(settling.look("a", f, at(1s)), StabilityTracker::State::settling);
    }

    void stuck_after_ten_minutes() {
        StabilityTracker settling;
        const auto f = file_of(0s);
        QCOMPARE(settling.look("a", f, at(2s)), StabilityTracker::State::settled);
        QCOMPARE(settling.look("a", f, at(599s)), StabilityTracker::State::settled);
        QCOMPARE(settling.look("a", f, at(600s)), StabilityTracker::State::stuck);
        const auto grown = file_of(601s, 200);
        QCOMPARE(settling.look("a", grown, at(602s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", grown, at(604s)), StabilityTracker::State::settled);
    }

    void an_old_file_is_tried_before_it_is_stuck() {
        StabilityTracker settling;
        QCOMPARE(settling.look("a", file_of(-1h), at(0s)), StabilityTracker::State::settled);
        QCOMPARE(settling.look("a", file_of(-1h), at(1s)), StabilityTracker::State::stuck);
    }

    void clock_set_back_starts_again() {
        StabilityTracker settling;
        const auto f = file_of(-1s);
        QCOMPARE(settling.look("a", f, at(0s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("a", f, at(-1h)), StabilityTracker::State::settling);
        QCOMPARE(settling.remaining("a", at(-2h)), std::chrono::nanoseconds(2s));
        QCOMPARE(settling.look("a", f, at(-1h + 2s)), StabilityTracker::State::settled);
    }

    void keys_are_apart_and_forgotten() {
        StabilityTracker settling(30s);
        QCOMPARE(settling.look("a", file_of(0s), at(1s)), StabilityTracker::State::settling);
        QCOMPARE(settling.look("b", file_of(-1h), at(1s)), StabilityTracker::State::settled);
        QCOMPARE(settling.look("a", file_of(0s), at(30s)), StabilityTracker::State::settled);
        settling.forget("b");
        QCOMPARE(settling.look("b", file_of(-1h), at(2s)), StabilityTracker::State::settled);
        QCOMPARE(settling.remaining("c", at(0s)), std::chrono::nanoseconds(30s));
    }

    void fingerprints_of_real_files() {
        QTemporaryDir folder;
        QVERIFY(write(folder.filePath("c/a"), "12345"));
        QVERIFY(write(folder.filePath("c/b"), "1"));
        const CheckpointCandidate candidate{to_path(folder.filePath("c")), true, "c", {"a", "b"}};
        const auto first = fingerprint(candidate);
        QVERIFY(first.ok());
        QCOMPARE((*first).files.size(), std::size_t{2});
        QCOMPARE((*first).files[0].size, std::uint64_t{5});
        QVERIFY(*first == *fingerprint(candidate));

        QVERIFY(append(folder.filePath("c/b"), "2"));
        const auto grown = fingerprint(candidate);
        QVERIFY(!(*first == *grown));

        QVERIFY(write(folder.filePath("new"), "12345"));
        QVERIFY(QFile::remove(folder.filePath("c/a")) &&
                QFile::rename(folder.filePath("new"), folder.filePath("c/a")));
        QVERIFY(!(*grown == *fingerprint(candidate)));

        QVERIFY(QFile::remove(folder.filePath("c/b")));
        VERIFY_ERROR(fingerprint(candidate), ErrorCode::not_found);
    }

    void local_folder_is_no_network() {
        QVERIFY(!is_network_file_system("/proc"));
        QVERIFY(!is_network_file_system("/nonexistent/folder"));
    }

    void what_is_gone_is_forgotten() {
        StabilityTracker settling;
        settling.look("a", file_of(0s), at(0s));
        settling.look("b", file_of(0s), at(0s));
        settling.keep_only({"a", "c"});
        QCOMPARE(settling.remaining("a", at(500ms)), std::chrono::nanoseconds(1500ms));
        QCOMPARE(settling.remaining("b", at(500ms)), std::chrono::nanoseconds(2s));
    }

    void waits_as_long_as_it_is_told() {
        StabilityTracker settling(30s);
        QCOMPARE(settling.look("a", file_of(-30s), at(0s)), StabilityTracker::State::settled);
        QCOMPARE(settling.look("b", file_of(-30s + 1ns), at(0s)), StabilityTracker::State::settling);
        QCOMPARE(settling.remaining("b", at(0s)), std::chrono::nanoseconds(1));
    }
};

STEPVAULT_TEST(TestStabilityTracker)

}  // namespace test_stability_tracker

#include "test_stability_tracker.moc"
