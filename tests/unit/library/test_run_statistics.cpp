#include <cmath>
#include <optional>

#include <QTemporaryDir>
#include <QtTest>

#include "db/sqlite_catalog.h"
#include "library/summary/loss_digest.h"
#include "library/summary/plan_report.h"
#include "library/summary/run_info.h"
#include "library/summary/run_statistics.h"
#include "support/opened.h"
#include "support/registry.h"
#include "support/safetensors_file.h"
#include "unit/db/catalog_rows.h"
#include "vault/records/vault.h"
#include "vault/records/vault_paths.h"

namespace test_run_statistics {

using namespace stepvault;
using namespace stepvault::test;
using namespace stepvault::testing;
namespace fs = std::filesystem;

/// The statistics of a run by its rows in the catalog, beside another run with other figures.
class TestRunStatistics : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<Catalog> catalog_;
    std::optional<Vault> vault_;
    RunRow run_ = plain_run("r");

    void put_checkpoint(const std::string& run, std::int64_t step, double saved, std::uint64_t original,
                        std::uint64_t stored = 1) {
        auto row = plain_checkpoint(run, "id" + std::to_string(step), step);
        row.saved = saved;
        row.original_bytes = original;
        row.stored_bytes = stored;
        VERIFY_OK(catalog_->put_checkpoint(row, {}));
    }
    void put_curve(const std::string& run, const std::string& tag, std::vector<SeriesPoint> points) {
        const auto end = catalog_->metrics_end(run);
        VERIFY_OK(end);
        const SeriesChange change{tag, points.front().step, std::move(points)};
        VERIFY_OK(catalog_->put_metrics(run, {change}, *end, *end + 1));
    }
    [[nodiscard]] RunInfo info(double now = 1e9) const {
        LossDigests losses(*catalog_);
        return *describe_run(run_, *catalog_, losses, *vault_, now);
    }

 private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        auto opened = open_sqlite_catalog(catalog_in(*dir_));
        VERIFY_OK(opened);
        catalog_ = std::move(*opened);
        auto vault = Vault::open(fs::path(dir_->path().toStdString()) / "vault", true);
        VERIFY_OK(vault);
        vault_ = std::move(*vault);
        VERIFY_OK(catalog_->put_run(run_));
        VERIFY_OK(catalog_->put_run(plain_run("s", "other")));
        put_curve("s", "loss", {{7000, 9e8, 9}});
        put_curve("s", "max_steps", {{0, 9e8, 1}});
        put_checkpoint("s", 5000, 8e8, 77, 777);
        put_checkpoint("s", 9000, 9e8, 77, 777);
    }

    void checkpoints_tell_intervals_and_size() {
        put_curve("r", "loss", {{1, 101, 3}, {45, 230, 2}});
        const std::pair<int, double> saves[] = {{10, 100}, {20, 120}, {40, 180}, {50, 240}};
        for (const auto& [step, saved] : saves)
            put_checkpoint("r", step, saved, static_cast<std::uint64_t>(100 + step));
        const auto statistics = statistics_of_run(*catalog_, "r");
        VERIFY_OK(statistics);
        // Gaps of 10, 20 and 10 steps at 2, 3 and 6 s a step.
        QCOMPARE(statistics->every, std::optional<std::uint64_t>(10));
        QCOMPARE(statistics->iteration_by_saves, std::optional(3.0));
        QCOMPARE(statistics->checkpoint_bytes, std::optional<std::uint64_t>(150));
        QCOMPARE(statistics->last_step, std::uint64_t{50});
        QCOMPARE(statistics->saved_step, std::optional<std::uint64_t>(50));
        QCOMPARE(statistics->losses.size(), std::size_t{2});
        QVERIFY(!statistics->planned_steps);
    }

    void losses_around_saves_tell_what_a_save_costs() {
        // A loss each second; four saves stop the training for 3 s, the fifth for 30 s.
        std::vector<SeriesPoint> losses;
        double time = 1000;
        for (int step = 1; step <= 60; ++step) {
            losses.push_back({step, time, 1.0 / step});
            time += step % 2 == 0 ? 1.01 : 0.99;
            if (step % 10 != 0 || step > 50) continue;
            time += step == 50 ? 30 : 3;
            put_checkpoint("r", step, time - 1.5, 100);
        }
        put_curve("r", "loss", losses);
        const auto statistics = statistics_of_run(*catalog_, "r");
        VERIFY_OK(statistics);
        QVERIFY(statistics->stall_by_losses.has_value());
        QVERIFY2(std::abs(*statistics->stall_by_losses - 3) < 0.05,
                 qPrintable(QString::number(*statistics->stall_by_losses)));
        QCOMPARE(statistics->stall_by_losses_samples, std::uint64_t{5});
        QVERIFY(!statistics->is_copy);
        const auto report = report_plan(*statistics, {}, 1.0);
        VERIFY_OK(report);
        QCOMPARE(report->stall.origin, Origin::estimated);
        QCOMPARE(report->stall.value, *statistics->stall_by_losses);
        QCOMPARE(report->stall.samples, std::uint64_t{5});
    }

    void saves_that_cost_no_more_than_noise_tell_nothing() {
        std::vector<SeriesPoint> losses;
        double time = 1000;
        for (int step = 1; step <= 60; ++step) {
            losses.push_back({step, time, 1.0 / step});
            time += step % 2 == 0 ? 1.5 : 0.5;
            if (step % 15 == 0) put_checkpoint("r", step, time - 0.1, 100);
        }
        put_curve("r", "loss", losses);
        const auto statistics = statistics_of_run(*catalog_, "r");
        VERIFY_OK(statistics);
        QVERIFY(!statistics->stall_by_losses);
    }

    void copied_files_tell_no_times_data() {
        QTest::addColumn<double>("apart");
        QTest::addColumn<qulonglong>("bytes");
        QTest::addColumn<bool>("is_copy");
        QTest::newRow("small files within milliseconds") << 0.004 << 1000ULL << true;
        QTest::newRow("large files at the disk's speed") << 2.0 << 1'000'000'000ULL << true;
        QTest::newRow("large files, minutes apart") << 60.0 << 20'000'000'000ULL << false;
        QTest::newRow("a small training") << 0.25 << 900'000ULL << false;
    }

    void copied_files_tell_no_times() {
        QFETCH(const double, apart);
        QFETCH(const qulonglong, bytes);
        QFETCH(const bool, is_copy);
        for (int i = 1; i <= 4; ++i)
            put_checkpoint("r", 10 * i, 1e9 + apart * i, bytes);
        const auto statistics = statistics_of_run(*catalog_, "r");
        VERIFY_OK(statistics);
        QCOMPARE(statistics->is_copy, is_copy);
        QCOMPARE(statistics->iteration_by_saves.has_value(), !is_copy);
        const auto report = report_plan(*statistics, {}, {});
        VERIFY_OK(report);
        QCOMPARE(report->is_copy, is_copy);
        QCOMPARE(report->iteration.origin, is_copy ? Origin::assumed : Origin::estimated);
    }

    void later_steps_of_before_the_training_went_back_do_not_count() {
        put_curve("r", "loss", {{1, 101, 3}, {25, 500, 2}});
        for (const int step : {10, 20, 40})
            put_checkpoint("r", step, 10.0 * step, 100);
        const auto statistics = statistics_of_run(*catalog_, "r");
        VERIFY_OK(statistics);
        QCOMPARE(statistics->last_step, std::uint64_t{25});
        QCOMPARE(statistics->last_time, 500.0);
        QCOMPARE(statistics->saved_step, std::optional<std::uint64_t>(20));
    }

    void without_checkpoints_nothing_is_saved() {
        put_curve("r", "loss", {{1, 101, 3}, {25, 500, 2}});
        put_curve("r", "max_steps", {{0, 101, 90}});
        const auto statistics = statistics_of_run(*catalog_, "r");
        VERIFY_OK(statistics);
        QCOMPARE(statistics->saved_step, std::optional<std::uint64_t>(0));
        QCOMPARE(statistics->planned_steps, std::optional<std::uint64_t>(90));
        QVERIFY(!statistics->every && !statistics->iteration_by_saves && !statistics->checkpoint_bytes);
    }

    void sums_are_over_the_runs_own_files() {
        put_checkpoint("r", 10, 100, 1000, 100);
        put_checkpoint("r", 20, 200, 3000, 20);
        const auto folder = vault_->run_folder("r");
        write_text(metrics_file(folder), "five!");
        QCOMPARE(info().checkpoints, std::uint64_t{2});
        QCOMPARE(info().original_bytes, std::uint64_t{4000});
        QCOMPARE(info().stored_bytes, std::uint64_t{125});
    }

    void the_last_step_is_that_of_metrics_or_checkpoints() {
        put_checkpoint("r", 40, 100, 1000);
        QCOMPARE(info().last_step, std::optional<std::int64_t>(40));
        put_curve("r", "loss", {{30, 90, 3}});
        QCOMPARE(info().last_step, std::optional<std::int64_t>(40));
        put_curve("r", "acc", {{50, 0, 3}});
        QCOMPARE(info().last_step, std::optional<std::int64_t>(50));
        QCOMPARE(info().last_loss, std::optional(3.0));
    }

    void growth_is_of_metrics_or_checkpoints() {
        QVERIFY(!info().activity.last_growth);
        put_checkpoint("r", 40, 1000, 1000);
        QCOMPARE(info().activity.last_growth, std::optional(1000.0));
        put_curve("r", "loss", {{30, 900, 3}});
        QCOMPARE(info().activity.last_growth, std::optional(1000.0));
        put_curve("r", "loss", {{30, 900, 3}, {31, 1100, 3}});
        QCOMPARE(info().activity.last_growth, std::optional(1100.0));
        QCOMPARE(info().activity.median_interval, std::optional(200.0));
        QCOMPARE(info(1101).state, RunState::live);
        QCOMPARE(info(1e9).state, RunState::ended);
    }

    void expects_more_by_plan_or_hook_data() {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<double>("value");
        QTest::addColumn<bool>("expects_more");
        QTest::newRow("a step left") << "max_steps" << 100.0 << true;
        QTest::newRow("no step left") << "max_steps" << 5.0 << false;
        QTest::newRow("a hook without its end") << "stepvault/stall" << 0.1 << true;
        QTest::newRow("the hook's end") << "stepvault/ended" << 1.0 << false;
        QTest::newRow("neither") << "acc" << 0.1 << false;
    }
    void expects_more_by_plan_or_hook() {
        QFETCH(QString, tag);
        QFETCH(double, value);
        put_curve("r", tag.toStdString(), {{5, 100, value}});
        QTEST(info().activity.expects_more, "expects_more");
    }

    void losses_of_training_and_validation() {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        put_curve("r", "train/loss", {{1, 1, 3}, {2, 2, 1}, {3, 3, 2}});
        QVERIFY(!info().lowest_validation && !info().last_validation);
        put_curve("r", "eval/loss", {{1, 1, 5}, {2, 2, 4}, {3, 3, nan}});
        QCOMPARE(info().lowest_loss, std::optional(1.0));
        QCOMPARE(info().last_loss, std::optional(2.0));
        QCOMPARE(info().lowest_validation, std::optional(4.0));
        QVERIFY(std::isnan(info().last_validation.value()));
        put_curve("r", "eval/loss", {{1, 1, 5}, {2, 2, 3}, {3, 3, 3.5}});
        QCOMPARE(info().lowest_validation, std::optional(3.0));
    }

    void without_points_checkpoints_tell_the_interval() {
        for (const int step : {10, 20, 30})
            put_checkpoint("r", step, 100 + 6 * step, 1000);
        QCOMPARE(info().activity.median_interval, std::optional(60.0));
    }

    void ends_at_the_planned_step_or_as_the_hook_says_data() {
        QTest::addColumn<QString>("tag");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("reached");
        QTest::addColumn<bool>("finished");
        QTest::newRow("one step left") << "max_steps" << 100.0 << 99 << false;
        QTest::newRow("all steps") << "max_steps" << 100.0 << 100 << true;
        QTest::newRow("the hook's steps") << "stepvault/total_steps" << 100.0 << 100 << true;
        QTest::newRow("no plan") << "max_steps" << 0.0 << 100 << false;
        QTest::newRow("ended") << "stepvault/ended" << 1.0 << 5 << true;
        QTest::newRow("goes on") << "stepvault/ended" << 0.0 << 5 << false;
        QTest::newRow("of no meaning") << "steps" << 5.0 << 5 << false;
    }
    void ends_at_the_planned_step_or_as_the_hook_says() {
        QFETCH(QString, tag);
        QFETCH(double, value);
        QFETCH(int, reached);
        put_curve("r", tag.toStdString(), {{0, 100, value}});
        put_checkpoint("r", reached, 100, 1000);
        QTEST(info().activity.finished, "finished");
    }

    void what_the_hook_writes_is_no_loss() {
        put_curve("r", "stepvault/loss", {{1, 100, 3}});
        QVERIFY(info().loss_tag.empty() && !info().last_loss);
        put_curve("r", "val_loss", {{1, 100, 4}});
        put_curve("r", "train_loss", {{1, 100, 5}});
        QCOMPARE(info().loss_tag, std::string("train_loss"));
        QCOMPARE(info().last_loss, std::optional(5.0));
    }

    void curves_that_end_alike_are_not_mistaken_for_each_other() {
        LossDigests digests(*catalog_);
        put_curve("r", "loss", {{1, 100, 5}, {2, 110, 3}});
        VERIFY_OK(catalog_->put_run(plain_run("t", "third")));
        put_curve("t", "loss", {{1, 100, 9}, {2, 170, 3}});
        const auto interval = [&](const std::string& run) {
            return digests.of(run, catalog_->series(run)->front())->interval;
        };
        QCOMPARE(interval("r"), std::optional(10.0));
        QCOMPARE(interval("t"), std::optional(70.0));
        QCOMPARE(interval("r"), std::optional(10.0));
    }
};

STEPVAULT_TEST(TestRunStatistics)

}  // namespace test_run_statistics

#include "test_run_statistics.moc"
