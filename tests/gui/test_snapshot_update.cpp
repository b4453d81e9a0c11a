#include <QtTest>

#include "support/registry.h"
#include "ui/session/snapshot_update.h"

namespace test_snapshot_update {

using namespace stepvault;
using namespace stepvault::ui;

namespace {

constexpr double now = 1.7e9;

CheckpointRow row(const std::string& id, std::int64_t step) {
    CheckpointRow row;
    row.id = id;
    row.run_id = "a";
    row.step = step;
    row.source = "step_" + std::to_string(step);
    row.original_bytes = 1000;
    row.stored_bytes = 10;
    row.saved = now - 1;
    return row;
}

WatchEvent filed(const CheckpointRow& row) {
    WatchEvent event;
    event.kind = WatchEvent::Kind::filed;
    event.run_id = row.run_id;
    event.checkpoint = row;
    return event;
}

WatchEvent grown(const std::string& tag, std::int64_t from, std::vector<SeriesPoint> points) {
    WatchEvent event;
    event.kind = WatchEvent::Kind::metrics;
    event.run_id = "a";
    event.changes = {{tag, from, std::move(points)}};
    return event;
}

/// Two runs, of which the first is shown with two checkpoints and three points of its loss.
VaultSnapshot snapshot() {
    VaultSnapshot snapshot;
    for (const char* id : {"a", "b"}) {
        RunEntry entry;
        entry.info.row.id = id;
        entry.info.loss_tag = "loss";
        snapshot.runs.push_back(entry);
    }
    RunSnapshot run;
    run.info = snapshot.runs.front().info;
    run.info.checkpoints = 2;
    run.info.original_bytes = 2000;
    run.info.stored_bytes = 520;
    run.checkpoints = {row("one", 10), row("two", 20)};
    run.series = {{"loss", 3, 20, 1.0}, {"lr", 1, 20, 0.1}};
    run.tag = "loss";
    run.metric =
        std::make_shared<const MetricCurve>(makeCurve({{1, 0, 3.0}, {10, 0, 2.0}, {20, 0, 1.0}}, true));
    snapshot.run = std::move(run);
    return snapshot;
}

}  // namespace

class TestSnapshotUpdate : public QObject {
    Q_OBJECT

 private slots:
    void a_checkpoint_is_added_once_and_in_order() {
        auto s = snapshot();
        QVERIFY(applyEvent(s, filed(row("three", 15)), now));
        QStringList ids;
        for (const auto& c : s.run->checkpoints)
            ids += QString::fromStdString(c.id);
        QCOMPARE(ids, QStringList({"one", "three", "two"}));
        QCOMPARE(s.run->info.checkpoints, std::uint64_t{3});
        QCOMPARE(s.run->info.original_bytes, std::uint64_t{3000});
        QCOMPARE(s.run->info.stored_bytes, std::uint64_t{530});
        QCOMPARE(s.runs.front().info.last_step, std::optional<std::int64_t>(15));
        QCOMPARE(s.runs.front().info.state, RunState::live);
        QVERIFY(!applyEvent(s, filed(row("three", 15)), now));
        QCOMPARE(s.run->checkpoints.size(), std::size_t{3});
        QCOMPARE(s.run->info.stored_bytes, std::uint64_t{530});
    }

    void the_vaults_rules_judge_a_new_checkpoint() {
        auto s = snapshot();
        s.run->rules = {.last = 1};
        QVERIFY(applyEvent(s, filed(row("three", 30)), now));
        QCOMPARE(s.run->retention.size(), std::size_t{3});
        QVERIFY(!s.run->retention[1].kept);
        QVERIFY(s.run->retention[2].kept);
    }

    void another_runs_checkpoint_changes_only_the_list() {
        auto s = snapshot();
        auto other = row("other", 70);
        other.run_id = "b";
        QVERIFY(applyEvent(s, filed(other), now));
        QCOMPARE(s.runs[1].info.last_step, std::optional<std::int64_t>(70));
        QCOMPARE(s.run->checkpoints.size(), std::size_t{2});
        other.run_id = "unknown";
        QVERIFY(!applyEvent(s, filed(other), now));
    }

    void points_replace_the_curve_from_their_first_step() {
        auto s = snapshot();
        const auto before = s.run->metric;
        QVERIFY(applyEvent(s, grown("loss", 10, {{10, now - 2, 2.5}, {11, now - 1, 2.25}}), now));
        const auto& points = s.run->metric->points;
        QCOMPARE(points.size(), std::size_t{3});
        QCOMPARE(points[0].step, std::int64_t{1});
        QCOMPARE(points[1].value, 2.5);
        QCOMPARE(points[2].step, std::int64_t{11});
        QCOMPARE(s.run->info.last_loss, std::optional(2.25));
        QCOMPARE(s.runs.front().info.last_loss, std::optional(2.25));
        QCOMPARE(s.run->series.front().points, std::uint64_t{3});
        QCOMPARE(s.run->series.front().last_step, std::int64_t{11});
        QCOMPARE(before->points.size(), std::size_t{3});
        // A loss that becomes NaN is seen at once.
        QVERIFY(applyEvent(s, grown("loss", 12, {{12, now, std::nan("")}}), now));
        QCOMPARE(s.run->metric->troubles.size(), std::size_t{1});
    }

    void a_curve_that_is_not_shown_stays_for_the_reader() {
        auto s = snapshot();
        const auto before = s.run->metric;
        QVERIFY(applyEvent(s, grown("lr", 30, {{30, now, 0.05}}), now));
        QVERIFY(s.run->metric == before);
        QVERIFY(!s.run->info.last_loss);
        QCOMPARE(s.run->info.last_step, std::optional<std::int64_t>(30));
    }
};

STEPVAULT_TEST(TestSnapshotUpdate)

}  // namespace test_snapshot_update

#include "test_snapshot_update.moc"
