#include <cmath>

#include <QTemporaryDir>
#include <QtTest>

#include "base/atomic_file.h"
#include "notify/event_history.h"
#include "support/registry.h"

namespace test_event_history {

using namespace stepvault;

class TestEventHistory : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path file_ = std::filesystem::path(dir_.path().toStdString()) / "told.json";

 private slots:
    void missing_file_is_an_empty_history() {
        const auto read = read_history(file_);
        QVERIFY(read.ok());
        QVERIFY(read->tracker == EventTracker() && read->unsent.empty());
    }

    void survives_writing_and_reading() {
        EventHistory history;
        (void)history.tracker.see({.id = "1", .name = "gpt", .state = RunState::live}, 10.5);
        for (const auto state : {RunState::stalled, RunState::diverged, RunState::finished}) {
            auto event = history.tracker.see(
                {.id = "1", .name = "gpt\xFF", .state = state, .step = -4, .loss = std::nan("")}, 20);
            QVERIFY(event.has_value());
            history.unsent.push_back(*event);
        }
        history.unsent.push_back(*history.tracker.see_disk(DiskSpace{1, 1000}, false, 30));
        history.unsent.push_back(*history.tracker.see_damage({"a", "b"}, 40));
        QVERIFY(write_history(file_, history).ok());

        const auto read = read_history(file_);
        QVERIFY(read.ok());
        QVERIFY(read->tracker == history.tracker);
        QCOMPARE(read->unsent.size(), std::size_t{5});
        QVERIFY(std::ranges::equal(read->unsent, event_kinds, {}, &RunEvent::kind));
        QCOMPARE(read->unsent[1].run_id, std::string("1"));
        QCOMPARE(read->unsent[1].run, std::string("gpt\xEF\xBF\xBD"));
        QCOMPARE(read->unsent[1].step, std::optional<std::int64_t>(-4));
        QVERIFY(read->unsent[1].loss && std::isnan(*read->unsent[1].loss));
        QCOMPARE(read->unsent[3].disk->total, std::uint64_t{1000});
        QCOMPARE(read->unsent[4].damaged, std::uint64_t{2});
        QCOMPARE(history_text(*read), history_text(history));
    }

    void refuses_damaged_files_data() {
        QTest::addColumn<QByteArray>("text");
        const auto row = [](const char* name, const char* members) {
            QTest::newRow(name) << QByteArray("{\"format\": 1, ") + members + "}";
        };
        row("nothing in it", "\"a\": 1");
        row("runs", R"("runs": 3, "disk_low": false, "last_full": 0, "damaged": [], "unsent": [])");
        row("run", R"("runs": {"1": []}, "disk_low": false, "last_full": 0, "damaged": [], "unsent": [])");
        row("told",
            R"("runs": {"1": {"live_since": 1, "state": "live", "told": [1]}}, "disk_low": false, "last_full": 0,
                    "damaged": [], "unsent": [])");
        row("disk", R"("runs": {}, "disk_low": "no", "last_full": 0, "damaged": [], "unsent": [])");
        row("full", R"("runs": {}, "disk_low": true, "last_full": "no", "damaged": [], "unsent": [])");
        row("damage", R"("runs": {}, "disk_low": true, "last_full": 0, "damaged": [1], "unsent": [])");
        row("event", R"("runs": {}, "disk_low": true, "last_full": 0, "damaged": [], "unsent": ["stalled"])");
        row("step", R"("runs": {}, "disk_low": true, "last_full": 0, "damaged": [],
                    "unsent": [{"event": "stalled", "time": 1, "step": "x"}])");
    }
    void refuses_damaged_files() {
        QFETCH(QByteArray, text);
        const auto text_file = file_.parent_path() / "damaged.json";
        QVERIFY(write_file_atomically(text_file, as_view(text.toStdString())).ok());
        const auto read = read_history(text_file);
        QVERIFY(!read.ok());
        QVERIFY(read.error().code == ErrorCode::corrupt);
    }
};

STEPVAULT_TEST(TestEventHistory)

}  // namespace test_event_history

#include "test_event_history.moc"
