#include <algorithm>

#include <QTemporaryDir>
#include <QtTest>

#include "library/services/size_target.h"
#include "library/services/tuning.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/watched_library.h"

namespace test_size_target {

using namespace stepvault;
using namespace stepvault::test;

namespace {

/// A base, then `deltas` deltas of 100 bytes each; a key step of 250 bytes is the 33rd of them.
std::vector<CheckpointRow> run_of(int deltas, bool has_keys = true) {
    std::vector<CheckpointRow> run;
    for (int i = 0; i <= deltas; ++i) {
        CheckpointRow row;
        row.id = std::to_string(i);
        row.source = "step_" + std::to_string(i) + ".pt";
        row.key = i == 0 || (has_keys && i % 33 == 0);
        row.scheme = i == 0 ? Scheme::exact : Scheme::adaptive;
        row.parent = i == 0 ? "" : row.key ? "0" : std::to_string(i - 1);
        row.stored_bytes = row.key ? 250 : 100;
        row.original_bytes = 4000;
        run.push_back(row);
    }
    return run;
}

}  // namespace

class TestSizeTarget : public QObject {
    Q_OBJECT

 private slots:
    void key_steps_are_counted_data() {
        QTest::addColumn<int>("stored");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("keys");
        QTest::newRow("none yet") << 1 << 31 << 0;
        QTest::newRow("the next one") << 32 << 1 << 1;
        QTest::newRow("after 32 deltas") << 1 << 32 << 1;
        QTest::newRow("behind a key step") << 33 << 32 << 0;
        QTest::newRow("a full round") << 33 << 33 << 1;
        QTest::newRow("a hundred") << 10 << 100 << 3;
        QTest::newRow("none") << 10 << 0 << 0;
    }
    void key_steps_are_counted() {
        QFETCH(int, stored);
        QFETCH(int, steps);
        QFETCH(int, keys);
        const auto run = run_of(stored);
        const auto coming = coming_steps(run, run.back(), static_cast<std::uint64_t>(steps));
        QCOMPARE(coming.key_steps, static_cast<std::uint64_t>(keys));
        QCOMPARE(coming.deltas + coming.key_steps, static_cast<std::uint64_t>(steps));
    }

    void key_steps_are_as_large_as_the_runs_own() {
        const auto with = run_of(40);
        const auto coming = coming_steps(with, with.back(), 10);
        QVERIFY(coming.is_ratio_of_this_run);
        QCOMPARE(coming.key_ratio, 2.5);
        const auto without = run_of(20);
        QVERIFY(!coming_steps(without, without.back(), 10).is_ratio_of_this_run);
        QVERIFY(coming_steps(without, without.back(), 10).key_ratio > 1);
        // Another series in the same folder has its own key steps.
        auto two = run_of(32);
        auto best = two.back();
        best.id = "best";
        best.source = "best.pt";
        best.parent = "0";
        two.push_back(best);
        QCOMPARE(coming_steps(two, two[32], 1).key_steps, std::uint64_t{1});
        QCOMPARE(coming_steps(two, best, 1).key_steps, std::uint64_t{0});
    }

    void initTestCase() {
        const std::filesystem::path root = dir_.path().toStdString();
        write_run(root / "runs" / "a", 4);
        age(root / "runs" / "a");
        auto opened = open_library(root / "vault");
        VERIFY_OK(opened);
        library_ = std::move(*opened);
        VERIFY_OK(watch_once(*library_, {root / "runs" / "a"}));
        const auto run = library_->queries().run("a");
        VERIFY_OK(run);
        const auto rows = library_->queries().checkpoints(run->row.id);
        VERIFY_OK(rows);
        rows_ = *rows;
    }
    void cleanupTestCase() { library_.reset(); }

    void the_least_error_that_fits_is_found_data() {
        QTest::addColumn<double>("size");  // of the smallest setting
        QTest::newRow("nothing fits") << 0.9;
        QTest::newRow("the smallest alone") << 1.0;
        QTest::newRow("a little more") << 1.2;
        QTest::newRow("twice as much") << 2.0;
        QTest::newRow("everything fits") << 1e6;
    }
    /// Against all settings one by one.
    void the_least_error_that_fits_is_found() {
        QFETCH(double, size);
        const auto& studied = rows_.back();
        const auto study = library_->queries().study_bits(studied.run_id, studied.id);
        VERIFY_OK(study);
        const auto smallest = find_setting({0, 50}, *study, {}, rows_, studied).smallest;
        const SizeTarget target{static_cast<std::uint64_t>(size * static_cast<double>(smallest.bytes)), 50};
        const auto report = find_setting(target, *study, {}, rows_, studied);
        QCOMPARE(report.smallest.bytes, smallest.bytes);
        const auto coming = report.coming;
        std::optional<double> least;
        const auto look = [&](const std::optional<BitsOutcome>& made, double ratio) {
            if (!made) return;
            const auto bytes =
                static_cast<double>(made->stored_bytes) *
                (static_cast<double>(coming.deltas) + ratio * static_cast<double>(coming.key_steps));
            if (bytes > static_cast<double>(target.bytes) + 0.5) return;
            least = std::min(least.value_or(2), made->relative_error);
        };
        for (int i = 5; i <= 90; ++i)
            look(study->adaptive({.scheme = Scheme::adaptive, .error = i / 100.0}), coming.key_ratio);
        for (std::uint32_t bits = 1; bits <= most_tuned_bits; ++bits)
            look(study->lc({.scheme = Scheme::lc, .bits = bits}), coming.key_ratio);
        look(study->exact(), 1);
        QCOMPARE(report.best.has_value(), least.has_value());
        if (least) {
            QCOMPARE(report.best->relative_error, *least);
            QVERIFY(report.best->bytes <= target.bytes);
        } else {
            QVERIFY(report.smallest.bytes > target.bytes);
        }
    }

 private:
    QTemporaryDir dir_;
    std::unique_ptr<VaultHandle> library_;
    std::vector<CheckpointRow> rows_;
};

STEPVAULT_TEST(TestSizeTarget)

}  // namespace test_size_target

#include "test_size_target.moc"
